package plan

import (
	"strings"

	"mdck/lint"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/plan/position"
	"mdck/mdcheckpoint/plan/threshold"
)

func (r *reader) handoff() {
	r.json = positionID
	h, err := position.ParseHandoff(r.file.Name, r.file.Text)
	if err != nil {
		r.Faults[r.file.Name] = err
		return
	}
	if h.Doc.Root.Kind != jsondoc.Object {
		r.report(positionID, h.Doc.Root.Span, lint.Error, "want an object")
		return
	}
	for _, n := range h.Notes() {
		r.report(positionID, n.Span, lint.Warning, n.Message)
	}
}

// stateFile reads a state file of thresholds. An empty one holds nothing yet.
func (r *reader) stateFile() {
	if strings.TrimSpace(strings.TrimPrefix(r.file.Text, "\ufeff")) == "" {
		return
	}
	r.json = thresholdsID
	doc, err := jsondoc.Parse(r.file.Name, r.file.Text)
	if err != nil {
		r.Faults[r.file.Name] = err
		return
	}
	for _, p := range threshold.Check(r.kind, doc) {
		severity, message := lint.Error, p.Message
		if p.Class == jsondoc.Unknown {
			severity = lint.Warning
		}
		if prefix := jsondoc.Parent(p.Path); prefix != "" {
			message = prefix + ": " + message
		}
		r.report(thresholdsID, p.Span, severity, message)
	}
}
