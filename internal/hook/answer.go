package hook

import (
	"bytes"
	"encoding/json"
	"io/fs"

	"mdck/bootstrap"
	"mdck/lint"
)

// Facts are what an answer is made of: what lies around the place that an event
// comes from. Files are read through trees.
type Facts struct {
	Rooms   []Room // the workspaces there, in any order
	Notes   []string
	Written []Written // the checkpoint files that a tool wrote
}

// A Room is a workspace.
type Room struct {
	Tree  fs.FS
	Path  string          // of the checkpoint in Tree
	Shown bootstrap.Shown // paths of Tree as the agent is shown them
	// Skill finds the directory of the skill, and its name for people. It is asked
	// for one room at most; nil means that there is none.
	Skill func() (fs.FS, string)
}

// A Written is a checkpoint file that was written, and what lint needs to judge it.
type Written struct {
	lint.Input
	Shown bootstrap.Shown
}

// Answer is what agent a is told at the event, if the user wants to hear of it;
// nil for silence. The same arguments give the same bytes.
func Answer(a Agent, event string, in Input, f *Facts) []byte {
	switch what := taskOf(a, event); what {
	case start:
		return fitted(event, func(limit int) string { return startText(in.Source, f, limit) })
	case summarise:
		return []byte(summaryText(f))
	case stop:
		return block(a, stopReason(in, f))
	case written:
		return fitted(event, func(limit int) string { return findingsText(f, limit) })
	}
	return nil
}

// A context is the answer that adds text to what the model reads. Codex throws an
// answer with any other key away.
type context struct {
	Output struct {
		Event string `json:"hookEventName"`
		Text  string `json:"additionalContext"`
	} `json:"hookSpecificOutput"`
}

// fitted is a text as an answer of at most [MaxBytes] bytes that, encoded, has at
// most [MaxEncoded], whichever of the two an agent counts. text makes it as long
// as it is allowed to be.
func fitted(event string, text func(limit int) string) []byte {
	var answer context
	answer.Output.Event = event
	for limit := MaxBytes; limit > 0; {
		answer.Output.Text = text(limit)
		if answer.Output.Text == "" {
			return nil
		}
		encoded := encode(answer)
		if len(encoded) <= MaxEncoded {
			return encoded
		}
		limit = limit * MaxEncoded / (len(encoded) + 1) // in proportion: escapes may be anywhere
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
