package lint

import (
	"strings"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/plan/position"
	"mdck/mdcheckpoint/plan/threshold"
)

func (r *planRoom) handoff() {
	r.json = positionID
	h, err := position.ParseHandoff(r.file.Name, r.file.Text)
	if err != nil {
		r.faults[r.file.Name] = err
		return
	}
	if h.Doc.Root.Kind != jsondoc.Object {
		r.tell(positionID, h.Doc.Root.Span, Error, "want an object")
		return
	}
	for _, n := range h.Notes() {
		r.tell(positionID, n.Span, Warning, n.Message)
	}
}

// stateFile reads a state file of thresholds. An empty one holds nothing yet.
func (r *planRoom) stateFile(check func(*jsondoc.Document) []jsondoc.Problem) {
	if strings.TrimSpace(strings.TrimPrefix(r.file.Text, "\ufeff")) == "" {
		return
	}
	r.json = thresholdsID
	doc, err := jsondoc.Parse(r.file.Name, r.file.Text)
	if err != nil {
		r.faults[r.file.Name] = err
		return
	}
	for _, p := range check(doc) {
		severity, message := Error, p.Message
		if p.Class == jsondoc.Unknown {
			severity = Warning
		}
		if prefix := parent(p.Path); prefix != "" {
			message = prefix + ": " + message
		}
		r.tell(thresholdsID, p.Span, severity, message)
	}
	for _, p := range threshold.CheckTimes(doc.Root) {
		r.tell(thresholdsID, p.Span, Warning, p.Message)
	}
}

// thresholds reads the state of the last check.
func (r *planRoom) thresholds() {
	r.stateFile(func(d *jsondoc.Document) []jsondoc.Problem {
		all, _ := threshold.CheckState(d.File.Name, d.File.Text) // it is JSON
		return all
	})
}

// acks reads the acknowledgments, in either of their shapes.
func (r *planRoom) acks() { r.stateFile(threshold.CheckAcks) }

// triggers reads which triggers have fired.
func (r *planRoom) triggers() {
	r.stateFile(func(d *jsondoc.Document) []jsondoc.Problem { return d.Check(threshold.TriggerStateFields) })
}
