package cli

import (
	"mdck/internal/history"
	"mdck/mdcheckpoint/schema"
)

// The JSON form of a history. Names are part of the interface.
type (
	jsonHistory struct {
		Version   int            `json:"version"`
		Path      string         `json:"path"`
		Protocol  *string        `json:"protocol"` // null for a file of none
		Encoding  string         `json:"encoding"`
		Budgets   jsonBudgets    `json:"budgets"`
		Complete  bool           `json:"complete"`  // false where --limit or --since left something out
		Revisions []jsonRevision `json:"revisions"` // oldest first
	}
	jsonBudgets struct {
		Lines  *int `json:"lines"` // null for none
		Tokens *int `json:"tokens"`
	}
	jsonRevision struct {
		Source            string     `json:"source"` // commit, ledger or work tree
		Commit            *string    `json:"commit"`
		Time              *string    `json:"time"`
		Path              *string    `json:"path"` // in the commit, from the root of the repository
		RenamedFrom       string     `json:"renamedFrom,omitempty"`
		Subject           *string    `json:"subject"`
		Command           *string    `json:"command"`   // of the ledger
		WrittenAt         *string    `json:"writtenAt"` // likewise
		CheckpointVersion *int       `json:"checkpointVersion"`
		Lines             *int       `json:"lines"` // null where it is not known, and reason says why
		LinesChange       *int       `json:"linesChange"`
		Tokens            *int       `json:"tokens"`
		TokensChange      *int       `json:"tokensChange"`
		Sections          []jsonPart `json:"sections"` // null where they are not known
		Hash              *string    `json:"hash"`     // SHA-256 of the file
		Reason            string     `json:"reason,omitempty"`
	}
	jsonPart struct {
		Title  string `json:"title"`
		Lines  int    `json:"lines"`
		Tokens int    `json:"tokens"`
	}
)

func historyJSON(p *past, rows []history.Row) jsonHistory {
	out := jsonHistory{
		Version: 1, Path: p.shown, Encoding: p.settings.counter.Name(), Budgets: jsonBudgetsOf(p.budgets()),
		Complete: !p.cut, Revisions: make([]jsonRevision, len(rows)),
	}
	if p.target != nil {
		out.Protocol = &p.target.Protocol
	}
	for i := range rows {
		out.Revisions[i] = revisionJSON(&rows[i])
	}
	return out
}

func jsonBudgetsOf(l schema.Limits) (out jsonBudgets) {
	if l.Lines > 0 {
		out.Lines = &l.Lines
	}
	if l.Tokens > 0 {
		out.Tokens = &l.Tokens
	}
	return out
}

func revisionJSON(r *history.Row) jsonRevision {
	out := jsonRevision{
		Source: r.Source(), Commit: orNull(r.Commit), Time: orNull(history.Stamp(r.Time)), RenamedFrom: r.From, CheckpointVersion: r.Version,
		LinesChange: r.LinesChange, TokensChange: r.TokensChange, Hash: orNull(r.Text.Sum), Reason: r.Text.Reason,
	}
	if r.Commit != "" {
		out.Path, out.Subject = &r.Path, &r.Subject
	}
	if r.Written {
		out.Command, out.WrittenAt = &r.Command, orNull(history.Stamp(r.WrittenAt))
	}
	if r.Text.Reason != "" {
		return out
	}
	out.Lines, out.Tokens = &r.Text.Lines, &r.Text.Tokens
	if out.Reason = r.Text.NoTree; out.Reason == "" {
		out.Sections = []jsonPart{}
	}
	for _, s := range r.Text.Sections {
		out.Sections = append(out.Sections, jsonPart(s))
	}
	return out
}

// orNull is null for "".
func orNull(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}
