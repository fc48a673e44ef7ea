use serde_json::{Value, json};

use super::Stall;

#[test]
fn the_overview_shows_the_last_backup_and_rehearsal_and_when_they_are_due() {
    let mut stall = Stall::open();
    let backups = |stall: &mut Stall| stall.admin.get("/admin/operations").ok()["backups"].clone();
    let never = json!({ "lastBackup": null, "backupDue": true, "lastRehearsal": null, "rehearsalDue": true });
    assert_eq!(backups(&mut stall), never);
    let text = stall.instance.operate(&["operations"]);
    assert!(text.contains("Last backup: never (due: `greenstall backup FILE`)"), "{text}");

    let file = stall.instance.folder().join("shop.backup");
    let path = file.to_str().expect("a path of ours is text");
    stall.instance.operate(&["backup", path]);
    let written = backups(&mut stall);
    assert!(written["lastBackup"].is_string() && written["backupDue"] == false, "{written}");
    assert_eq!((&written["lastRehearsal"], &written["rehearsalDue"]), (&Value::Null, &json!(true)));

    let noted = stall.instance.operate(&["rehearsed", path]);
    assert!(noted.starts_with("The restore of the backup of "), "{noted}");
    let rehearsed = backups(&mut stall);
    assert!(rehearsed["lastRehearsal"].is_string() && rehearsed["rehearsalDue"] == false, "{rehearsed}");
    assert_eq!(rehearsed["lastBackup"], written["lastBackup"]);

    assert_eq!(stall.attempt(&["rehearsed", "/nowhere/shop.backup"]).status, 2);
    let other = Stall::open();
    let foreign = other.attempt(&["rehearsed", path]);
    assert_eq!(foreign.status, 2);
    assert!(foreign.error_output.contains("this shop knows no backup of "), "{}", foreign.error_output);
}
