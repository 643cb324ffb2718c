package lint_test

import (
	"slices"
	"strings"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/ohrfc"
)

func anyMutants() []mutant {
	const timer = "- §4.2: retry and back-off share one timer\n"
	swallowed := slices.Clip([]string{"error ohrfc/group-budget", "error ohrfc/missing-group", "error ohrfc/round-mismatch"})
	quotes := func(n int) change { return after(timer, "\n"+strings.Repeat("> ", n)+"x\n") }
	return []mutant{
		{"checkpoint not UTF-8", inCheckpoint(swap("§4.2: retry", "\xa74.2: retry")), []string{"error any/not-utf8"}},
		{"checkpoint in UTF-16", inCheckpoint(before("\xff\xfe")), []string{"error any/not-utf8"}},
		{"state.json not UTF-8", inState(swap("parallel_current", "\xff")), []string{"error any/not-utf8"}},
		{"as large as may be", inCheckpoint(func(s string) string { return s + strings.Repeat(" ", mdcheckpoint.MaxSize-len(s)) }), nil},
		{"too large by a byte", inCheckpoint(func(s string) string { return s + strings.Repeat(" ", mdcheckpoint.MaxSize-len(s)+1) }), []string{"error any/too-large"}},
		{"evidence too large", in(ohrfc.EvidenceFile, func(s string) string { return s + strings.Repeat(" ", mdcheckpoint.MaxSize) }), []string{"error any/too-large"}},
		{"as deep as may be", inCheckpoint(quotes(mdcheckpoint.MaxDepth)), nil},
		{"too deep by a level", inCheckpoint(quotes(mdcheckpoint.MaxDepth + 1)), []string{"error any/too-deep"}},
		{"JSON as deep as may be", nested(jsondoc.MaxDepth), []string{"error ohrfc/state-schema"}},
		{"JSON too deep by a level", nested(jsondoc.MaxDepth + 1), []string{"error any/too-deep"}},
		{"conflict marker", inCheckpoint(swap(timer, "<<<<<<< HEAD\n"+timer)), []string{"error any/conflict-marker"}},
		{"conflict marker at the end of the file", inCheckpoint(atEnd(">>>>>>>")), []string{"error any/conflict-marker"}},
		{"conflict marker in fenced code", inCheckpoint(swap(timer, timer+"\n```\n<<<<<<< HEAD\n>>>>>>> b\n```\n")), nil},
		{"conflict marker of an edit", inCheckpoint(swap(timer, timer+"\n```\n<<<<<<< SEARCH\n>>>>>>> REPLACE\n```\n")), nil},
		{"conflict marker in a word", inCheckpoint(swap(timer, "- a <<<<<<< b\n")), nil},
		{"eight marks", inCheckpoint(after(timer, "\n<<<<<<<<\n")), nil},
		{"conflict marker in state.json", inState(swap("  \"gate_a", "<<<<<<< HEAD\n  \"gate_a")), []string{"error any/conflict-marker"}},
		{"an escape sequence of a terminal", inCheckpoint(swap("retry and", "\x1b[8mretry and")), []string{"warning any/hidden"}},
		{"NUL", inCheckpoint(swap("retry and", "retry\x00 and")), []string{"warning any/hidden"}},
		{"a right-to-left override", inCheckpoint(swap("retry and", "\u202eretry and")), []string{"warning any/hidden"}},
		{"a sentence in tags", inCheckpoint(swap("retry and", "retry\U000e0072\U000e006d and")), []string{"warning any/hidden"}},
		{"a run of selectors", inCheckpoint(swap("retry and", "retry ✅\ufe0f\ufe0e\ufe0f and")), []string{"warning any/hidden"}},
		{"a selector behind a letter", inCheckpoint(swap("retry and", "retry\U000e0110 and")), []string{"warning any/hidden"}},
		{"a run of joiners", inCheckpoint(swap("retry and", "retry\u200c\u200d\u200c and")), []string{"warning any/hidden"}},
		{"a byte order mark within", inCheckpoint(swap("retry and", "\ufeffretry and")), []string{"warning any/hidden"}},
		{"an escape in state.json", inState(swap("os_service", "os_ser\u200bvice")), []string{"warning any/hidden"}},
		{"emoji and joiners", inCheckpoint(swap("retry and", "⚠\ufe0f 1\ufe0f\u20e3 👩🏽\u200d🚀 می\u200cخواهم\tretry and")), nil},
		{"a byte order mark at the start", inCheckpoint(before("\ufeff")), nil},
		{"comment not closed", inCheckpoint(swap(timer, "<!-- "+timer)), []string{
			"error any/unclosed", "error ohrfc/group-budget", "error ohrfc/missing-group", "error ohrfc/round-mismatch", "error ohrfc/unfilled"}},
		{"fence not closed", inCheckpoint(after(timer, "\n```\n")), append(swallowed, "error any/unclosed")},
		{"fence not closed at the end", inCheckpoint(atEnd("\n```\n")), []string{"error any/unclosed"}},
		{"fence closed with a tag", inCheckpoint(after(timer, "\n```sql\nselect 1;\n```sql\n")), append(swallowed, "warning any/fence-closer")},
		{"separator under text", inCheckpoint(after("gate_b_round=2\n", "\nA note.\n---\n")), []string{"warning any/setext-by-accident"}},
		{"four hyphens under text", inCheckpoint(after("gate_b_round=2\n", "\nA note.\n----\n")), []string{"warning ohrfc/unknown-section"}},
		{"one CRLF", inCheckpoint(swap("## Meta\n", "## Meta\r\n")), []string{"warning any/mixed-line-endings"}},
		{"one CR", inCheckpoint(swap("pilot ", "pilot\r")), []string{"warning any/mixed-line-endings"}},
		{"one CRLF in state.json", inState(swap("v2\",\n", "v2\",\r\n")), []string{"warning any/mixed-line-endings"}},
		{"a key", inCheckpoint(swap("the pilot", "AKIAQX4MHT7ZB2WNCJ5R")), []string{"error any/secret"}},
		{"a key that is too short", inCheckpoint(swap("the pilot", "AKIAQX4MHT7ZB2WNCJ5")), nil},
		{"a sample key", inCheckpoint(swap("the pilot", "AKIAIOSFODNN7EXAMPLE")), nil},
		{"a key within a word", inCheckpoint(swap("the pilot", "xAKIAQX4MHT7ZB2WNCJ5R")), nil},
		{"a token in evidence.json", in(ohrfc.EvidenceFile, swap("device_id", "ghp_f3Kq9ZtR7wXc2LmVb8NyPs4HdJa6Eu0GoT1i")), []string{"error any/secret"}},
		{"a private key", inCheckpoint(swap("the pilot", "-----BEGIN OPENSSH PRIVATE KEY-----\\nb3BlbnNzaC1rZXktdjEAAAAABG5vbmU")), []string{"error any/secret"}},
		{"a private key in a check", inCheckpoint(swap("the pilot", "`grep -c \"-----BEGIN RSA PRIVATE KEY-----\" a`")), nil},
		{"a public key", inCheckpoint(swap("the pilot", "-----BEGIN PUBLIC KEY-----")), nil},
		{"nothing to ignore", inCheckpoint(swap(timer, "<!-- mdck:ignore one-line-bullet -->\n"+timer)), []string{"warning any/unused-ignore"}},
		{"no such rule", inCheckpoint(swap(timer, "<!-- mdck:ignore one-line-bulet -->\n"+timer)), []string{"warning any/unused-ignore"}},
	}
}

func nested(levels int) mutation {
	return inState(swap(`"upgrade_triggers": []`, `"upgrade_triggers": `+strings.Repeat("[", levels-1)+strings.Repeat("]", levels-1)))
}

func metaMutants() []mutant {
	meta := []string{"error ohrfc/meta"}
	set := func(key, value string) mutation { return inCheckpoint(lines("^- "+key+": .*$", "- "+key+": "+value)) }
	return []mutant{
		{"another id", inCheckpoint(lines("^# .*$", "# Checkpoint: rfc-20261102-auth")), []string{"error ohrfc/title"}},
		{"no title", inCheckpoint(lines("^# .*\n", "")), []string{"error ohrfc/title"}},
		{"another word in the title", inCheckpoint(swap("# Checkpoint:", "# Progress:")), []string{"error ohrfc/title"}},
		{"no id in the title", inCheckpoint(lines("^# .*$", "# Checkpoint:")), []string{"error ohrfc/title"}},
		{"title of the template", inCheckpoint(lines("^# .*$", "# Checkpoint: <rfc_id>")), []string{"error ohrfc/title"}},
		{"title below another heading", inCheckpoint(lines("^# ", "## ")), []string{"error ohrfc/title", "warning ohrfc/unknown-section"}},
		{"two titles", inCheckpoint(after("gate_b_round=2\n", "\n# Checkpoint: rfc-20261104-sync\n")), []string{"error ohrfc/title"}},
		{"two titles, the second underlined", inCheckpoint(after("gate_b_round=2\n", "\nSecond\n======\n")), []string{"error ohrfc/title"}},
		{"a section for a second title", inCheckpoint(atEnd("\n# Notes #\n\n- x\n")), []string{"error ohrfc/title"}},
		{"another id in state.json", inState(swap("rfc-20261104-sync", "rfc-20261104-sink")), []string{"error ohrfc/title"}},
		{"no Meta", inCheckpoint(cut("## Meta", "## DISCOVER")), meta},
		{"Meta without heading", inCheckpoint(swap("## Meta\n", "")), meta},
		{"Meta at level 3", inCheckpoint(swap("## Meta\n", "### Meta\n")), []string{"error ohrfc/meta", "warning ohrfc/unknown-section"}},
		{"no checkpoint_version", inCheckpoint(lines("^- checkpoint_version.*\n", "")), meta},
		{"no last_phase", inCheckpoint(lines("^- last_phase.*\n", "")), meta},
		{"no strictness", inCheckpoint(lines("^- strictness.*\n", "")), meta},
		{"no artifact_state", inCheckpoint(lines("^- artifact_state.*\n", "")), meta},
		{"misspelt key", inCheckpoint(swap("- strictness", "- strictnes")), meta},
		{"key twice", inCheckpoint(after("- strictness: Standard\n", "- strictness: Standard\n")), meta},
		{"key without value", set("checkpoint_version", ""), meta},
		{"version 1", version("1"), nil},
		{"version 0", version("0"), []string{"warning ohrfc/meta"}},
		{"version -1", set("checkpoint_version", "-1"), meta},
		{"version in words", set("checkpoint_version", "seven"), meta},
		{"version with a fraction", set("checkpoint_version", "7.0"), meta},
		{"last_phase unknown", set("last_phase", "implement"), meta},
		{"last_phase round 0", set("last_phase", "gate_b_round_0"), meta},
		{"last_phase without a round", set("last_phase", "gate_b"), meta},
		{"strictness unknown", set("strictness", "Heavy"), meta},
		{"strictness in upper case", set("strictness", "STANDARD"), []string{"warning ohrfc/meta"}},
		{"hash of seven digits", inCheckpoint(lines(`rfc\.md\(.`, "rfc.md(")), meta},
		{"hash of nine digits", inCheckpoint(swap("rfc.md(", "rfc.md(0")), meta},
		{"hash of other letters", inCheckpoint(lines(`rfc\.md\(.`, "rfc.md(g")), meta},
		{"no hash", inCheckpoint(lines(`rfc\.md\(.*?\)`, "rfc.md")), meta},
		{"no count of items", inCheckpoint(swap("2 items", "items")), meta},
		{"no round in artifact_state", inCheckpoint(swap(", gate_b_round=2", "")), meta},
	}
}

func structureMutants() []mutant {
	return []mutant{
		{"200 lines", inCheckpoint(padded(200)), nil},
		{"201 lines", inCheckpoint(padded(201)), []string{"error ohrfc/line-budget"}},
		{"200 lines and no final newline", inCheckpoint(then(padded(199), atEnd(" "))), nil},
		{"201 lines and no final newline", inCheckpoint(then(padded(200), atEnd(" "))), []string{"error ohrfc/line-budget"}},
		{"group of 40 lines", inCheckpoint(longDesign(40)), nil},
		{"group of 41 lines", inCheckpoint(longDesign(41)), []string{"error ohrfc/group-budget"}},
		{"group of 40 lines in CRLF", inCheckpoint(then(longDesign(40), crlf)), nil},
		{"group of 41 lines in CRLF", inCheckpoint(then(longDesign(41), crlf)), []string{"error ohrfc/group-budget"}},
		{"3,000 tokens", inCheckpoint(longBullet(3000)), nil},
		{"3,001 tokens", inCheckpoint(longBullet(3001)), []string{"warning ohrfc/token-budget"}},
		{"no DISCOVER Exit", inCheckpoint(cut("## DISCOVER", "## DESIGN")), []string{"error ohrfc/missing-group"}},
		{"no DESIGN Exit", inCheckpoint(cut("## DESIGN", "## Gate-B")), []string{"error ohrfc/missing-group"}},
		{"no group of the newest round", inCheckpoint(cut("## Gate-B Round 2", "")), []string{"error ohrfc/missing-group", "error ohrfc/round-mismatch"}},
		{"no group of an older round", inCheckpoint(cut("## Gate-B Round 1", "## Gate-B Round 2")), nil},
		{"no DESIGN Exit after discover", all(inCheckpoint(cut("## DESIGN", "")), phase("discover", "discover"), round("0")), []string{"error ohrfc/checkpoint-due"}},
		{"no DESIGN Exit after design", all(inCheckpoint(cut("## DESIGN", "")), phase("design", "design"), round("0")), []string{"error ohrfc/missing-group"}},
		{"no round after design", all(inCheckpoint(cut("## Gate-B", "")), phase("design", "design"), round("0")), nil},
		{"no round after a review", all(inCheckpoint(cut("## Gate-B", "")), phase("review", "review"), round("0")), nil},
		{"no DESIGN Exit after a review", all(inCheckpoint(cut("## DESIGN", "")), phase("review", "review"), round("0")), []string{"error ohrfc/missing-group"}},
		{"group at level 3", inCheckpoint(swap("## DISCOVER", "### DISCOVER")), []string{"error ohrfc/missing-group", "warning ohrfc/unknown-section"}},
		{"no Scan Insights", inCheckpoint(cut("### Scan Insights", "### Active")), []string{"error ohrfc/missing-subsection"}},
		{"no tensions in round 1", inCheckpoint(cut("### Active Tensions Updated", "---")), []string{"error ohrfc/missing-subsection"}},
		{"subsection at level 4", inCheckpoint(swap("### Tricky", "#### Tricky")), []string{"error ohrfc/missing-subsection", "warning ohrfc/unknown-section"}},
		{"DESIGN Exit twice", inCheckpoint(after("one timer\n", "\n## DESIGN Exit\n")), []string{"error ohrfc/duplicate-section", "error ohrfc/missing-subsection"}},
		{"Meta twice", inCheckpoint(after("gate_b_round=2\n", "\n## Meta\n- owner: sync team\n")), []string{"error ohrfc/duplicate-section"}},
		{"subsection twice", inCheckpoint(after("one timer\n", "\n### Tricky Sections\n- §5\n")), []string{"error ohrfc/duplicate-section"}},
		{"unknown group", inCheckpoint(after("gate_b_round=2\n", "\n## Notes\n")), []string{"warning ohrfc/unknown-section"}},
		{"unknown subsection", inCheckpoint(after("one timer\n", "\n### Notes\n- x\n")), []string{"warning ohrfc/unknown-section"}},
		{"subsection of another group", inCheckpoint(after("one timer\n", "\n### Scan Insights\n- x\n")), []string{"warning ohrfc/unknown-section"}},
		{"group of an impossible round", inCheckpoint(after("gate_b_round=2\n", "\n## Gate-B Round 99999999999 Exit\n")), []string{"warning ohrfc/unknown-section"}},
		{"Gate-B Round without number", inCheckpoint(after("gate_b_round=2\n", "\n## Gate-B Round Exit\n")), []string{"warning ohrfc/unknown-section"}},
		{"misspelt group", inCheckpoint(swap("## DISCOVER Exit", "## DISCOVERY Exit")), []string{"error ohrfc/missing-group", "warning ohrfc/unknown-section"}},
		{"DESIGN before DISCOVER", inCheckpoint(moved("## DESIGN", "## Gate-B", "## DISCOVER")), []string{"warning ohrfc/section-order"}},
		{"Meta at the end", inCheckpoint(then(cut("## Meta", "## DISCOVER"), atEnd("\n## Meta\n- checkpoint_version: 7\n- last_phase: gate_b_round_2\n- strictness: Standard\n- artifact_state: rfc.md(3b802848), evidence(2 items), gate_b_round=2\n"))),
			[]string{"warning ohrfc/section-order"}},
		{"subsections turned round", inCheckpoint(moved("### Tricky", "---", "### Design Reasoning")), []string{"warning ohrfc/section-order"}},
	}
}

func contentMutants() []mutant {
	const tension, timer = "- Battery life, or uploads within a minute\n", "- §4.2: retry and back-off share one timer\n"
	unfilled := []string{"error ohrfc/unfilled"}
	return []mutant{
		{"subsection with a comment only", inCheckpoint(swap(tension, "<!-- 1-3 bullets -->\n")), unfilled},
		{"subsection with a note only", inCheckpoint(swap(tension, "<!-- later -->\n")), unfilled},
		{"TODO only", inCheckpoint(swap(tension, "- TODO\n")), unfilled},
		{"dots only", inCheckpoint(swap(tension, "- ...\n")), unfilled},
		{"an empty bullet only", inCheckpoint(swap(tension, "-\n")), unfilled},
		{"a name in brackets only", inCheckpoint(swap(tension, "- <tension>\n")), unfilled},
		{"a placeholder beside a bullet", inCheckpoint(after(tension, "- TBD\n")), unfilled},
		{"a link in brackets", inCheckpoint(swap(tension, "- <https://rfc.example.org/tension>\n")), nil},
		{"a paragraph only", inCheckpoint(swap(tension, "Battery life.\n")), []string{"error ohrfc/bullet-count"}},
		{"comment of the template beside bullets", inCheckpoint(swap(tension, "<!-- 1-3 bullets -->\n"+tension)), []string{"warning ohrfc/template-comment"}},
		{"comment of the template below a round", inCheckpoint(after("## Gate-B Round 1 Exit\n", "<!-- appended per round -->\n")), []string{"warning ohrfc/template-comment"}},
		{"a comment beside bullets", inCheckpoint(after(tension, "\n<!-- later -->\n")), []string{"warning ohrfc/template-comment"}},
		{"two lines", inCheckpoint(after(timer, "  and a lock\n")), []string{"warning ohrfc/one-line-bullet"}},
		{"two lines in CRLF", inCheckpoint(then(after(timer, "  and a lock\n"), crlf)), []string{"warning ohrfc/one-line-bullet"}},
		{"a fence in a bullet", inCheckpoint(after(timer, "  ```\n  x\n  ```\n")), []string{"warning ohrfc/one-line-bullet"}},
		{"a label with a letter too few", inCheckpoint(swap("Resolved:", "Resoved:")), []string{"warning ohrfc/tension-labels"}},
		{"a label with letters swapped", inCheckpoint(swap("Intensified:", "Intesnified:")), []string{"warning ohrfc/tension-labels"}},
		{"a label in bold, misspelt", inCheckpoint(swap("- New:", "- **Neww:**")), []string{"warning ohrfc/tension-labels"}},
		{"a label in two words", inCheckpoint(swap("- New:", "- New tension:")), []string{"warning ohrfc/tension-labels"}},
		{"words of other meaning before a dash", inCheckpoint(swap("Resolved:", "Resolved in part —")), []string{"warning ohrfc/tension-labels"}},
		{"a label of another kind", inCheckpoint(swap("Resolved:", "Security:")), []string{"warning ohrfc/tension-labels"}},
		{"words of other meaning before a colon", inCheckpoint(swap("Resolved:", "Unresolved:")), []string{"warning ohrfc/tension-labels"}},
		{"no label", inCheckpoint(swap("Resolved: ", "")), []string{"warning ohrfc/tension-labels"}},
		{"a misspelt label elsewhere", inCheckpoint(swap("DEC-003:", "Resoved:")), nil},
	}
}

func roundMutants() []mutant {
	limit := "warning ohrfc/round-limit"
	return []mutant{
		{"a third round", inCheckpoint(atEnd(round3)), []string{"error ohrfc/gate-rounds", limit, "warning ohrfc/round-mismatch"}},
		{"a third round of strictness full", all(full, inCheckpoint(atEnd(round3)), round("3")), []string{"error ohrfc/gate-rounds"}},
		{"strictness full", full, nil},
		{"round 2 twice", inCheckpoint(atEnd(strings.ReplaceAll(round3, "Round 3", "Round 2"))), []string{"error ohrfc/round-order"}},
		{"rounds turned round", inCheckpoint(then(swap("Round 1", "Round X"), swap("Round 2", "Round 1"), swap("Round X", "Round 2"))), []string{"warning ohrfc/round-order"}},
		{"rounds 1 and 3", all(full, inCheckpoint(swap("Round 2", "Round 3")), round("3"), phase("gate_b_round_3", "gate_b")), []string{"warning ohrfc/round-order"}},
		{"rounds 2 and 3", all(full, inCheckpoint(then(swap("Round 2", "Round 3"), swap("Round 1", "Round 2"))), round("3"), phase("gate_b_round_3", "gate_b")), nil},
		{"round 0", inCheckpoint(swap("Round 1", "Round 0")), []string{"warning ohrfc/round-order"}},
		{"round 01", inCheckpoint(swap("Round 1", "Round 01")), nil},
		{"round at the limit", inState(swap(`"gate_b_max_rounds": 2`, `"gate_b_max_rounds": 3`)), nil},
		{"rounds of strictness light", inState(swap(`"gate_b_max_rounds": 2`, `"gate_b_max_rounds": 0`)), []string{limit}},
		{"rounds of a baseline change", inState(then(swap(`"gate_b_max_rounds": 2`, `"gate_b_max_rounds": 0`), swap(`"current_phase": "gate_b"`, `"current_phase": "baseline_change"`))), nil},
		{"no gate_b_max_rounds", inState(lines(`^  "gate_b_max_rounds".*\n`, "")), nil},
		{"round in Meta one ahead", round("3"), []string{"error ohrfc/round-mismatch"}},
		{"round in Meta one behind", round("1"), []string{"warning ohrfc/round-mismatch"}},
		{"round in Meta two behind", round("0"), []string{"error ohrfc/round-mismatch"}},
		{"round in Meta 0 of 1", all(round("0"), inCheckpoint(then(cut("## Gate-B Round 2", ""), swap("gate_b_round_2", "gate_b_round_1")))), []string{"warning ohrfc/round-mismatch"}},
		{"round in Meta 1 of none", all(inCheckpoint(cut("## Gate-B", "")), phase("design", "design"), round("1")), []string{"error ohrfc/round-mismatch"}},
	}
}

func factMutants() []mutant {
	state := []string{"error ohrfc/state-mismatch"}
	return []mutant{
		{"rfc.md changed", in(ohrfc.RFCFile, atEnd("- DEC-004\n")), []string{"warning ohrfc/rfc-hash"}},
		{"rfc.md with other line endings", in(ohrfc.RFCFile, crlf), nil},
		{"rfc.md with other line endings, changed", in(ohrfc.RFCFile, then(crlf, atEnd("- DEC-004\r\n"))), []string{"warning ohrfc/rfc-hash"}},
		{"rfc.md not there", drop(ohrfc.RFCFile), []string{"error ohrfc/missing-file"}},
		{"one item more", inCheckpoint(swap("2 items", "1 items")), []string{"warning ohrfc/evidence-count"}},
		{"one item less", inCheckpoint(swap("2 items", "3 items")), []string{"warning ohrfc/evidence-count"}},
		{"evidence.json not there", drop(ohrfc.EvidenceFile), []string{"error ohrfc/missing-file"}},
		{"evidence.json without items", in(ohrfc.EvidenceFile, func(string) string { return `{"schema_version": "v1", "items": []}` }), []string{"warning ohrfc/evidence-count"}},
		{"state.json a version behind", inState(swap(`"checkpoint_version": 7`, `"checkpoint_version": 6`)), state},
		{"state.json a version ahead", inState(swap(`"checkpoint_version": 7`, `"checkpoint_version": 8`)), state},
		{"version with zeros", inCheckpoint(swap("checkpoint_version: 7", "checkpoint_version: 007")), nil},
		{"another phase in state.json", inState(swap(`"last_checkpoint_phase": "gate_b"`, `"last_checkpoint_phase": "design"`)), state},
		{"no phase in state.json", inState(swap(`"last_checkpoint_phase": "gate_b"`, `"last_checkpoint_phase": null`)), nil},
		{"another strictness in Meta", inCheckpoint(swap("Standard", "Full")), state},
		{"another round in state.json", inState(swap(`"gate_b_round": 2`, `"gate_b_round": 1`)), state},
		{"checkpoint.md not there", drop(ohrfc.CheckpointFile), state},
		{"checkpoint.md not there yet", all(drop(ohrfc.CheckpointFile), inState(swap(`"checkpoint_version": 7`, `"checkpoint_version": 0`))), []string{"error ohrfc/checkpoint-due"}},
		{"state.json not there", drop(ohrfc.StateFile), []string{"error ohrfc/missing-file"}},
		{"only the checkpoint is there", drop(ohrfc.StateFile, ohrfc.RFCFile, ohrfc.EvidenceFile, ohrfc.SummaryFile), []string{"error ohrfc/missing-file"}},
		{"summary not there", drop(ohrfc.SummaryFile), []string{"warning ohrfc/summary-missing"}},
		{"summary not there before a round failed", all(drop(ohrfc.SummaryFile), inState(swap(`"gate_b_round": 2`, `"gate_b_round": 0`))), state},
	}
}

func jsonMutants() []mutant {
	bad, mild := []string{"error ohrfc/state-schema"}, []string{"warning ohrfc/state-schema"}
	evidence, summary := []string{"error ohrfc/evidence-schema"}, []string{"error ohrfc/summary-schema"}
	set := func(key, value string) mutation {
		return inState(lines(`^(  "`+key+`": )[^\n]*?(,?)$`, "${1}"+value+"${2}"))
	}
	return []mutant{
		{"state.json is no JSON", inState(cut(`"rejection_count"`, "")), bad},
		{"state.json is empty", inState(func(string) string { return "" }), bad},
		{"state.json is a list", inState(func(string) string { return "[]\n" }), bad},
		{"a comment in state.json", inState(before("// mine\n")), bad},
		{"a comma at the end", inState(swap("false\n}", "false,\n}")), bad},
		{"no schema_version", inState(lines(`^  "schema_version".*\n`, "")), bad},
		{"schema v1", set("schema_version", `"v1"`), bad},
		{"no updated_at", inState(lines(`^  "updated_at".*\n`, "")), bad},
		{"unknown phase", set("current_phase", `"gateb"`), bad},
		{"strictness in title case", set("strictness", `"Standard"`), mild},
		{"strictness by its old name", set("strictness", `"L2"`), mild},
		{"another strictness", set("strictness", `"heavy"`), append([]string{"error ohrfc/state-mismatch"}, bad...)},
		{"a result of skip", set("gate_b_result", `"skip"`), mild},
		{"another result", set("gate_b_result", `"passed"`), bad},
		{"a date without time", set("created_at", `"2026-11-04"`), mild},
		{"no time", set("created_at", `"yesterday"`), bad},
		{"five rounds", set("gate_b_max_rounds", "5"), bad},
		{"a round below 0", set("gate_b_round", "-1"), append([]string{"error ohrfc/state-mismatch"}, bad...)},
		{"version as text", set("checkpoint_version", `"7"`), bad},
		{"an unknown key", inState(swap("{\n", "{\n  \"owner\": \"sync\",\n")), mild},
		{"three reviewers of strictness light", all(inCheckpoint(swap("Standard", "Light")), set("strictness", `"light"`)), mild},
		{"no reviewers of strictness standard", set("reviewer_count", "0"), nil},
		{"two reviewers", set("reviewer_count", "2"), bad},
		{"evidence.json is no JSON", in(ohrfc.EvidenceFile, cut(`"EVD-002"`, "")), evidence},
		{"evidence id of two digits", in(ohrfc.EvidenceFile, swap("EVD-001", "EVD-01")), evidence},
		{"evidence id of four digits", in(ohrfc.EvidenceFile, swap("EVD-001", "EVD-0001")), nil},
		{"unknown confidence", in(ohrfc.EvidenceFile, swap(`"high"`, `"sure"`)), evidence},
		{"code without a revision", in(ohrfc.EvidenceFile, lines(`^ *"repo_rev".*\n`, "")), evidence},
		{"evidence with its url", in(ohrfc.EvidenceFile, swap(`"confidence": "high"`, `"confidence": "high", "url": "https://example.org"`)), []string{"warning ohrfc/evidence-schema"}},
		{"summary is no JSON", in(ohrfc.SummaryFile, cut(`"p1_issues"`, "")), summary},
		{"result in lower case", in(ohrfc.SummaryFile, swap("FAIL", "fail")), summary},
		{"issue without a risk", in(ohrfc.SummaryFile, lines(`"risk": "[^"]*", `, "")), summary},
		{"vote in upper case", in(ohrfc.SummaryFile, swap(`"qa": "fail"`, `"qa": "FAIL"`)), summary},
		{"action without edit", in(ohrfc.SummaryFile, swap(`, "edit": "describe the way back"`, "")), summary},
	}
}
