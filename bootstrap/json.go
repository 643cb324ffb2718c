package bootstrap

import (
	"cmp"
	"strings"

	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
)

// The names in the JSON forms are part of the interface.
type (
	jsonSequence struct {
		Version    int           `json:"version"`
		Protocol   string        `json:"protocol"`
		ID         string        `json:"id"`
		Checkpoint string        `json:"checkpoint"`
		Name       string        `json:"name,omitempty"`
		Refused    string        `json:"refused,omitempty"`
		Notes      []string      `json:"notes,omitempty"`
		Complete   bool          `json:"complete"`
		Counter    string        `json:"counter,omitempty"`
		Total      jsonTotal     `json:"total"` // sum of all files that can be read
		Steps      []jsonStep    `json:"steps"`
		Claims     []JSONVerdict `json:"claims"`
		Due        []Due         `json:"due"`
	}
	jsonTotal struct {
		Files  int  `json:"files"`
		Lines  int  `json:"lines"`
		Bytes  int  `json:"bytes"`
		Tokens *int `json:"tokens,omitempty"`
	}
	jsonStep struct {
		Step   int               `json:"step"`
		Title  string            `json:"title"`
		Files  []jsonFile        `json:"files,omitempty"`
		Facts  map[string]string `json:"facts,omitempty"`
		Points []string          `json:"points,omitempty"`
		Quotes []jsonPart        `json:"quotes,omitempty"`
	}
	jsonPart struct {
		Title string   `json:"title"`
		From  string   `json:"from"`
		Texts []string `json:"texts"` // a text may have several lines
	}
	jsonFile struct {
		Path       string `json:"path"`
		Note       string `json:"note,omitempty"`
		Exists     *bool  `json:"exists"` // null if unknown
		Unreadable bool   `json:"unreadable,omitempty"`
		Large      bool   `json:"large,omitempty"` // too large to count lines and tokens
		Lines      int    `json:"lines"`
		Bytes      int    `json:"bytes"`
		Tokens     *int   `json:"tokens,omitempty"`
	}
)

// A JSONVerdict is a verdict in the output of bootstrap --json and verify --json.
type JSONVerdict struct {
	Claim    string `json:"claim"`
	Name     string `json:"name"`
	Item     string `json:"item,omitempty"` // text of the item that makes the claim
	Status   string `json:"status"`
	Recorded string `json:"recorded"`
	Actual   string `json:"actual,omitempty"`
	Reason   string `json:"reason,omitempty"`
	Command  string `json:"command,omitempty"` // command for an overdue action
	Path     string `json:"path"`
	Line     int    `json:"line"`   // 1-based
	Column   int    `json:"column"` // 1-based, in bytes
}

// JSONVerdict returns the JSON form of v.
func (s *Sequence) JSONVerdict(v claim.Verdict, shown DisplayPath) JSONVerdict {
	shown = shown.orPath()
	name := cmp.Or(v.Path, s.Checkpoint)
	at := source.Position{Line: 1, Column: 1} // of a missing file
	if file := s.Files[name]; file != nil {
		at = file.Position(v.Span.Start)
	}
	return JSONVerdict{
		Claim: v.Key, Name: v.Name, Item: v.Item, Status: string(v.Status), Recorded: v.Recorded, Actual: v.Actual, Reason: v.Reason,
		Path: shown(name), Line: at.Line, Column: at.Column,
	}
}

// JSON returns the sequence as an indented JSON object.
func (s *Sequence) JSON(shown DisplayPath) ([]byte, error) {
	shown = shown.orPath()
	out := jsonSequence{
		Version: 1, Protocol: s.Protocol, ID: s.ID, Checkpoint: shown(s.Checkpoint), Name: s.Name, Refused: s.Refused, Notes: s.Notes,
		Complete: s.Complete(), Counter: s.Counter, Steps: []jsonStep{}, Claims: []JSONVerdict{}, Due: append([]Due{}, s.Due...),
	}
	total := s.Total()
	out.Total = jsonTotal{Files: total.Files, Lines: total.Lines, Bytes: total.Bytes}
	if s.Counter != "" {
		out.Total.Tokens = &total.Tokens
	}
	for _, step := range s.Steps {
		out.Steps = append(out.Steps, s.jsonStep(step, shown))
	}
	for _, v := range s.Verdicts {
		out.Claims = append(out.Claims, s.JSONVerdict(v, shown))
	}
	return jsondoc.Encode(out, "", "  ")
}

func (s *Sequence) jsonStep(step Step, shown DisplayPath) jsonStep {
	out := jsonStep{Step: step.Number, Title: step.Title, Points: step.Points}
	for _, f := range step.Facts {
		if out.Facts == nil {
			out.Facts = map[string]string{}
		}
		out.Facts[f.Name] = f.Value
	}
	for _, f := range step.Files {
		file := jsonFile{Path: f.Path, Note: f.Note, Unreadable: f.Unreadable, Large: f.Large, Lines: f.Lines, Bytes: f.Bytes}
		if step.Kind != References {
			file.Path = f.place(shown)
		}
		if f.Known {
			file.Exists = &f.Exists
		}
		if s.Counter != "" && f.Exists && !f.Unreadable && !f.Directory && !f.Large {
			file.Tokens = &f.Tokens
		}
		out.Files = append(out.Files, file)
	}
	for _, part := range step.Quotes {
		texts := part.Texts
		if part.Lines {
			texts = []string{strings.Join(texts, "\n")}
		}
		out.Quotes = append(out.Quotes, jsonPart{part.Title, shown(part.From), texts})
	}
	return out
}
