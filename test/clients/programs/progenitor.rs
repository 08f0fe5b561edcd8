progenitor::generate_api!(spec = "openapi-3.0.json");

use std::env::{args, var};
use types::{
    Caller, NoInput, OrgPeopleHireInput, OrgPeopleTimelineInput, OrgPeopleUpdateProfileInput, OrgUnitsCreateInput,
    OrgUnitsListInput, SubunitKind, Unit,
};

async fn whoami(client: &Client) -> Caller {
    client.platform_whoami(&NoInput::default()).await.unwrap().into_inner().data
}

async fn units(client: &Client) -> Vec<Unit> {
    client.org_units_list(&OrgUnitsListInput::default()).await.unwrap().into_inner().data
}

/// A property that may be left out and may be null is one `Option`: it cannot be sent as null.
async fn phone_of(client: &Client, id: &str, phone: Option<String>) -> Option<String> {
    let mut update = OrgPeopleUpdateProfileInput::builder().person_id(id);
    if let Some(phone) = phone {
        update = update.work_phone(Some(phone.parse().unwrap()));
    }
    let answer = client.org_people_update_profile(None, None, &update.try_into().unwrap()).await.unwrap();
    answer.into_inner().data.work_phone.map(|phone| phone.to_string())
}

#[tokio::main]
async fn main() {
    let mut headers = reqwest::header::HeaderMap::new();
    headers.insert("authorization", format!("Bearer {}", var("KEY").unwrap()).parse().unwrap());
    let http = reqwest::Client::builder().default_headers(headers).build().unwrap();
    let client = Client::new_with_client(&var("ROLLCALL").unwrap(), http);
    match args().nth(1).unwrap().as_str() {
        "whoami" => println!("{}", *whoami(&client).await.org.name),
        "list" => println!("{}", units(&client).await.len()),
        "hire" => {
            let person = OrgPeopleHireInput::builder()
                .given_name("Ada")
                .family_name("Berg")
                .work_email(var("EMAIL").unwrap())
                .title("Engineer")
                .start_date(chrono::NaiveDate::from_ymd_opt(2026, 1, 1).unwrap());
            let hired = client.org_people_hire(None, None, &person.try_into().unwrap()).await.unwrap();
            let id = hired.into_inner().data.person.id.to_string();
            let asked = OrgPeopleTimelineInput::builder().person_id(id.as_str());
            let timeline = client.org_people_timeline(&asked.try_into().unwrap()).await.unwrap().into_inner();
            println!("{} {}", timeline.data.jobs.len(), phone_of(&client, &id, var("PHONE").ok()).await.unwrap())
        }
        "clear" => {
            let phone = phone_of(&client, &var("PERSON").unwrap(), None).await;
            println!("{}", phone.unwrap_or("null".to_string()))
        }
        "refusal" => {
            let input = OrgUnitsCreateInput::builder().name(var("TAKEN").unwrap()).kind(SubunitKind::Team);
            let refused = client.org_units_create(None, None, &input.try_into().unwrap()).await.unwrap_err();
            match refused {
                progenitor_client::Error::ErrorResponse(answer) => {
                    println!("{} {}", answer.status().as_u16(), *answer.error.details[0].code)
                }
                other => panic!("{other:?}"),
            }
        }
        "values" => println!("{} {}", *whoami(&client).await.roles[0], *units(&client).await[0].kind),
        _ => panic!(),
    }
}
