progenitor::generate_api!(spec = "openapi-3.0.json");

use serde_json::{Value, json};
use std::env::{args, var};
use types::{Caller, NoInput, OrgPositionsListInput, OrgUnitsListInput, Position, Unit};

/// An input. Its parts have types of their own, and builders only with `interface = Builder`; JSON is shorter.
fn input<T: serde::de::DeserializeOwned>(json: Value) -> T {
    serde_json::from_value(json).unwrap()
}

async fn whoami(client: &Client) -> Caller {
    client.platform_whoami(&NoInput::default()).await.unwrap().into_inner().data
}

async fn units(client: &Client) -> Vec<Unit> {
    client.org_units_list(&OrgUnitsListInput::default()).await.unwrap().into_inner().data
}

async fn positions(client: &Client) -> Vec<Position> {
    client.org_positions_list(&OrgPositionsListInput::default()).await.unwrap().into_inner().data
}

/// A property that may be left out and may be null is one `Option`: it cannot be sent as null.
async fn phone_of(client: &Client, id: &str, phone: Option<String>) -> Option<String> {
    let update = input(json!({ "person_id": id, "work_phone": phone }));
    let answer = client.org_people_update_profile(None, None, &update).await.unwrap();
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
        "list" => println!("{} {}", units(&client).await.len(), positions(&client).await.len()),
        "hire" => {
            let person = json!({
                "given_name": "Ada",
                "family_name": "Berg",
                "work_email": var("EMAIL").unwrap(),
                "title": "Engineer",
                "start_date": "2026-01-01",
            });
            let hired = client.org_people_hire(None, None, &input(person)).await.unwrap();
            let id = hired.into_inner().data.person.id.to_string();
            let asked = input(json!({ "person_id": id }));
            let timeline = client.org_people_timeline(&asked).await.unwrap().into_inner();
            println!("{} {}", timeline.data.jobs.len(), phone_of(&client, &id, var("PHONE").ok()).await.unwrap())
        }
        "clear" => {
            let phone = phone_of(&client, &var("PERSON").unwrap(), None).await;
            println!("{}", phone.unwrap_or("null".to_string()))
        }
        "refusal" => {
            let unit = json!({ "name": var("TAKEN").unwrap(), "kind": "team" });
            let refused = client.org_units_create(None, None, &input(unit)).await.unwrap_err();
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
