package plan

import (
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/plan/threshold"
	"mdck/mdcheckpoint/protocol"
)

// The key of a configuration for the file that answers are recorded in, and its value for answers
// that git sees.
const (
	AnswersSetting = Name + ".answers"
	SharedAnswers  = "shared"
)

// settings returns the keys of a configuration that belong to plans.
func settings() []protocol.Setting {
	return append(threshold.Settings(), protocol.Setting{Field: jsondoc.Field{
		Name: Name, Kind: jsondoc.Object, Doc: "How work on plans is recorded.",
		Fields: []jsondoc.Field{{
			Name: "answers", Kind: jsondoc.String, Values: []string{"local", SharedAnswers}, Default: `"local"`,
			Doc: "Where answers and tasks that are done are recorded: local is .mdck/answers.json, which git ignores; shared is .mdck-answers.jsonl, to be committed.",
		}},
	}})
}
