//! Positions as JSON data: what stands on the sites, and what else there is.

use std::collections::HashMap;

use serde_json::{Value, json};
use torneo_contract::Show;
use torneo_contract::session::Session;

/// The things on the sites, by the numbers of the sites, and the fields.
pub fn state(session: &dyn Session) -> (Value, Value) {
    let board = session.board();
    let names: HashMap<u32, &str> = board.sites.iter().map(|site| (site.id, &*site.name)).collect();
    let mut on = vec![0; names.keys().max().map_or(0, |&last| last as usize + 1)];
    session.pieces(&mut on);
    let piece = |(site, number): (u32, u8)| {
        let kind = &session.kinds()[usize::from(number) - 1];
        json!({
            "site": names.get(&site),
            "kind": kind.name,
            "letter": kind.letter,
            "owner": kind.owner,
        })
    };
    let pieces = (0..).zip(on).filter(|&(_, number)| number > 0).map(piece).collect();
    let mut fields = Vec::new();
    session.fields(&mut fields);
    let fields = fields.into_iter().map(|field| {
        let mut value = json!({
            "name": field.name,
            "owner": field.owner,
            "value": field.value,
            "least": field.least,
            "most": field.most,
        });
        if field.show == Show::Site {
            let site = u32::try_from(field.value).ok().and_then(|site| names.get(&site));
            value["site"] = json!(site);
        }
        value
    });
    (pieces, fields.collect())
}
