package hook

import "mdck/mdcheckpoint/jsondoc"

func answer(a Agent, event string, in Input, f *facts) []byte {
	switch taskOf(a, event) {
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

// An addition adds text for the model. Codex ignores answers with keys that it does not know.
type addition struct {
	Output struct {
		Event string `json:"hookEventName"`
		Text  string `json:"additionalContext"`
	} `json:"hookSpecificOutput"`
}

// fitted returns an answer within [MaxBytes] and [MaxEncoded], or nil.
func fitted(event string, format func(limit int) string) []byte {
	var added addition
	added.Output.Event = event
	for limit := MaxBytes; limit > 0; {
		added.Output.Text = visible(format(limit))
		if added.Output.Text == "" {
			return nil
		}
		encoded := encode(added)
		if len(encoded) <= MaxEncoded && len(added.Output.Text) <= MaxBytes {
			return encoded
		}
		over := max(len(encoded)*MaxBytes/MaxEncoded, len(added.Output.Text))
		limit = limit * MaxBytes / (over + 2) // in proportion, because any part of the text may have escapes
	}
	return nil
}

// A decision keeps an agent from ending its turn.
type decision struct {
	Decision string `json:"decision"`
	Reason   string `json:"reason"`
}

func block(a Agent, reason string) []byte {
	word := "block"
	if a == Gemini {
		word = "deny"
	}
	if reason == "" {
		return nil
	}
	return encode(decision{word, reason})
}

func encode(v any) []byte {
	text, _ := jsondoc.Encode(v, "", "") // strings always encode
	return text
}
