use openapi::apis::{account_api, configuration::Configuration, people_api, positions_api, structure_api, Error};
use openapi::models::{
    Caller, OrgPeopleHireInput, OrgPeopleTimelineInput, OrgPeopleUpdateProfileInput, OrgPositionsListInput,
    OrgUnitsCreateInput, OrgUnitsListInput, Position, SubunitKind, Unit,
};
use std::env::{args, var};

async fn whoami(configuration: &Configuration) -> Caller {
    *account_api::platform_whoami(configuration, serde_json::json!({})).await.unwrap().data
}

async fn units(configuration: &Configuration) -> Vec<Unit> {
    structure_api::org_units_list(configuration, OrgUnitsListInput::new()).await.unwrap().data
}

async fn positions(configuration: &Configuration) -> Vec<Position> {
    positions_api::org_positions_list(configuration, OrgPositionsListInput::new()).await.unwrap().data
}

async fn phone_of(configuration: &Configuration, id: String, phone: Option<String>) -> Option<String> {
    let update = OrgPeopleUpdateProfileInput { work_phone: Some(phone), ..OrgPeopleUpdateProfileInput::new(id) };
    people_api::org_people_update_profile(configuration, update, None, None).await.unwrap().data.work_phone.clone()
}

#[tokio::main]
async fn main() {
    let configuration = Configuration {
        base_path: var("ROLLCALL").unwrap(),
        bearer_access_token: var("KEY").ok(),
        ..Configuration::default()
    };
    match args().nth(1).unwrap().as_str() {
        "whoami" => println!("{}", whoami(&configuration).await.org.name),
        "list" => println!("{} {}", units(&configuration).await.len(), positions(&configuration).await.len()),
        "hire" => {
            let person = OrgPeopleHireInput::new(
                "Ada".to_string(),
                "Berg".to_string(),
                var("EMAIL").unwrap(),
                "Engineer".to_string(),
                "2026-01-01".parse().unwrap(),
            );
            let hired = people_api::org_people_hire(&configuration, person, None, None).await.unwrap();
            let id = hired.data.person.id.clone();
            let asked = OrgPeopleTimelineInput::new(id.clone());
            let timeline = people_api::org_people_timeline(&configuration, asked).await.unwrap();
            let phone = phone_of(&configuration, id, var("PHONE").ok()).await;
            println!("{} {}", timeline.data.jobs.len(), phone.unwrap())
        }
        "clear" => {
            let phone = phone_of(&configuration, var("PERSON").unwrap(), None).await;
            println!("{}", phone.unwrap_or("null".to_string()))
        }
        "refusal" => {
            let input = OrgUnitsCreateInput::new(var("TAKEN").unwrap(), SubunitKind::Team);
            match structure_api::org_units_create(&configuration, input, None, None).await {
                Err(Error::ResponseError(refused)) => {
                    let body: openapi::models::ErrorResponse = serde_json::from_str(&refused.content).unwrap();
                    println!("{} {}", refused.status.as_u16(), body.error.details.unwrap()[0].code)
                }
                other => panic!("{other:?}"),
            }
        }
        "values" => println!("{} {}", whoami(&configuration).await.roles[0], units(&configuration).await[0].kind),
        _ => panic!(),
    }
}
