package hook

import (
	"bytes"
	"encoding/json"
	"io/fs"

	"mdck/bootstrap"
)

// Facts are what an answer is made of: what lies around the place that an event
// comes from. Files are read through trees.
type Facts struct {
	Rooms   []Room    // the workspaces and sessions there, in any order
	Notes   []string  // what a reader has to know of how they were found, a line of ours each
	Written []Written // the checkpoint files that a tool wrote
	Prompt  string    // continuation prompt of a session that was saved now; "" if none was
}

// A Room is a workspace of the RFC workflow, or a session of ccc.
type Room struct {
	Protocol string // as package workspace names it
	Tree     fs.FS
	Path     string          // of the checkpoint in Tree
	State    string          // of the JSON state in Tree
	Shown    bootstrap.Shown // paths of Tree as the agent is shown them
	// Skill finds the directory of the skill, and its name for people. It is asked
	// for one room at most; nil means that there is none.
	Skill   func() (fs.FS, string)
	Unnamed bool // its id is that of others, too, or a path: commands have to take its path
	Only    bool // commands that name none mean this one
}

// Answer is what agent a is told at the event, if the user wants to hear of it;
// nil for silence. The same arguments give the same bytes.
func Answer(a Agent, event string, in Input, f *Facts) []byte {
	switch what := taskOf(a, event); what {
	case start:
		return fitted(event, startText(in, f))
	case summarise:
		return []byte(summaryText(f))
	case stop:
		return block(a, visible(stopReason(in, f)))
	case written:
		return fitted(event, findingsText(f))
	}
	return nil
}

// An addition is the answer that adds text to what the model reads. Codex throws an
// answer with any other key away.
type addition struct {
	Output struct {
		Event string `json:"hookEventName"`
		Text  string `json:"additionalContext"`
	} `json:"hookSpecificOutput"`
}

// fitted is a text as an answer of at most [MaxBytes] bytes that, encoded, has at
// most [MaxEncoded], whichever of the two an agent counts. text makes it as long
// as it is allowed to be.
func fitted(event string, text func(limit int) string) []byte {
	var answer addition
	answer.Output.Event = event
	for limit := MaxBytes; limit > 0; {
		answer.Output.Text = visible(text(limit))
		if answer.Output.Text == "" {
			return nil
		}
		encoded := encode(answer)
		if len(encoded) <= MaxEncoded && len(answer.Output.Text) <= MaxBytes {
			return encoded
		}
		over := max(len(encoded)*MaxBytes/MaxEncoded, len(answer.Output.Text))
		limit = limit * MaxBytes / (over + 2) // in proportion: what takes room may be anywhere
	}
	return nil
}

// A decision keeps an agent from ending its turn.
type decision struct {
	Decision string `json:"decision"`
	Reason   string `json:"reason"`
}

// block is the answer that gives the agent a reason to go on; nil without one.
func block(a Agent, reason string) []byte {
	switch {
	case reason == "":
		return nil
	case a == Gemini:
		return encode(decision{"deny", reason})
	}
	return encode(decision{"block", reason})
}

// encode is v as one line of JSON, characters as they are.
func encode(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil
	}
	return b.Bytes()
}
