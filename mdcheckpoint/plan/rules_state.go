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
func (r *reader) stateFile(check func(*jsondoc.Document) []jsondoc.Problem) {
	if strings.TrimSpace(strings.TrimPrefix(r.file.Text, "\ufeff")) == "" {
		return
	}
	r.json = thresholdsID
	doc, err := jsondoc.Parse(r.file.Name, r.file.Text)
	if err != nil {
		r.Faults[r.file.Name] = err
		return
	}
	for _, p := range check(doc) {
		severity, message := lint.Error, p.Message
		if p.Class == jsondoc.Unknown {
			severity = lint.Warning
		}
		if prefix := jsondoc.Parent(p.Path); prefix != "" {
			message = prefix + ": " + message
		}
		r.report(thresholdsID, p.Span, severity, message)
	}
	for _, p := range threshold.CheckTimes(doc.Root) {
		r.report(thresholdsID, p.Span, lint.Warning, p.Message)
	}
}

// thresholds reads the state of the last check.
func (r *reader) thresholds() { r.stateFile(threshold.CheckState) }

// acks reads the acknowledgments, in either of their shapes.
func (r *reader) acks() { r.stateFile(threshold.CheckAcks) }

// triggers reads which triggers have fired.
func (r *reader) triggers() {
	r.stateFile(func(d *jsondoc.Document) []jsondoc.Problem { return d.Check(threshold.TriggerStateFields) })
}
