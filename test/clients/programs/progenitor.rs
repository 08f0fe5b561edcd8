progenitor::generate_api!(spec = "openapi-3.0.json");

use std::env::{args, var};
use types::{Caller, NoInput, OrgUnitsCreateInput, OrgUnitsListInput, SubunitKind, Unit};

async fn whoami(client: &Client) -> Caller {
    client.platform_whoami(&NoInput::default()).await.unwrap().into_inner().data
}

async fn units(client: &Client) -> Vec<Unit> {
    client.org_units_list(&OrgUnitsListInput::default()).await.unwrap().into_inner().data
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
