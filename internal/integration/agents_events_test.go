//go:build integration

package integration

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"strings"
	"testing"
)

func model(w http.ResponseWriter, r *http.Request) {
	var asked struct{ Stream bool }
	_ = json.NewDecoder(r.Body).Decode(&asked)
	const (
		message = `{"id":"m","type":"message","role":"assistant","model":"m","content":[%s],"stop_reason":%s,"stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}`
		item    = `{"type":"message","role":"assistant","id":"i","content":[{"type":"output_text","text":"done"}]}`
		found   = `{"candidates":[{"content":{"role":"model","parts":[{"text":%q}]},"finishReason":"STOP","index":0}],"usageMetadata":{"promptTokenCount":1,"candidatesTokenCount":1,"totalTokenCount":2}}`
	)
	var events []string
	switch path := r.URL.Path; {
	case strings.HasSuffix(path, "/messages") && !asked.Stream:
		events = []string{fmt.Sprintf(message, `{"type":"text","text":"done"}`, `"end_turn"`)}
	case strings.HasSuffix(path, "/messages"):
		events = []string{
			`{"type":"message_start","message":` + fmt.Sprintf(message, "", "null") + `}`, `{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}`,
			`{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"done"}}`, `{"type":"content_block_stop","index":0}`,
			`{"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":1}}`, `{"type":"message_stop"}`,
		}
	case strings.HasSuffix(path, "/responses"):
		asked.Stream = true
		events = []string{
			`{"type":"response.created","response":{"id":"r"}}`, `{"type":"response.output_item.done","item":` + item + `}`,
			`{"type":"response.completed","response":{"id":"r","output":[` + item + `],"usage":{"input_tokens":1,"output_tokens":1,"total_tokens":2}}}`,
		}
	case strings.HasSuffix(path, ":generateContent"): // the agent asks which model to use
		events = []string{fmt.Sprintf(found, `{"reasoning":"x","model_choice":"flash","complexity_reasoning":"x","complexity_score":1}`)}
	default:
		asked.Stream = true
		events = []string{fmt.Sprintf(found, "done")}
	}
	w.Header().Set("Content-Type", map[bool]string{true: "text/event-stream", false: "application/json"}[asked.Stream])
	for _, e := range events {
		var kind struct{ Type string }
		_ = json.Unmarshal([]byte(e), &kind)
		switch {
		case !asked.Stream:
			fmt.Fprint(w, e)
		case kind.Type == "":
			fmt.Fprintf(w, "data: %s\n\n", e)
		default:
			fmt.Fprintf(w, "event: %s\ndata: %s\n\n", kind.Type, e)
		}
	}
}

// TestEvents checks that real agents run the hooks of `mdck hook install`.
func TestEvents(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(model))
	t.Cleanup(server.Close)
	for agent, c := range map[string]struct {
		reachCase
		stop string
	}{
		"claude": {reachCase{}, "Stop"},
		"codex":  {reachCase{files: codexConfig(trustsProject + trustsHook)}, "Stop"},
		"gemini": {reachCase{files: geminiTrust(`{"ROOT": "TRUST_FOLDER"}`)}, "AfterAgent"},
	} {
		t.Run(agent, func(t *testing.T) {
			program, err := exec.LookPath(agent)
			if err != nil {
				t.Skipf("%v: it can be installed with npm", err)
			}
			r := newReach(t, server.URL)
			r.prepare(agent, c.reachCase)
			talk, log := r.runSession(r.root, program, session(agent, server.URL)...)
			for _, event := range []string{"SessionStart", c.stop, "SessionEnd"} {
				if !strings.Contains(log, "hook "+agent+" "+event+"\n") {
					t.Errorf("no %s in\n%s; it printed\n%s%s", event, log, talk, r.talk)
				}
			}
		})
	}
}
