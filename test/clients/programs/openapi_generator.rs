use openapi::apis::{account_api, configuration::Configuration, structure_api, Error};
use openapi::models::{Caller, OrgUnitsCreateInput, OrgUnitsListInput, SubunitKind, Unit};
use std::env::{args, var};

async fn whoami(configuration: &Configuration) -> Caller {
    *account_api::platform_whoami(configuration, serde_json::json!({})).await.unwrap().data
}

async fn units(configuration: &Configuration) -> Vec<Unit> {
    structure_api::org_units_list(configuration, OrgUnitsListInput::new()).await.unwrap().data
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
        "list" => println!("{}", units(&configuration).await.len()),
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
