package linear

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
)

func status(code int, kind, text string, headers ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		w.Header().Set("Location", "http://127.0.0.1:1/?"+testKey)
		for i := 0; i < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.WriteHeader(code)
		fmt.Fprint(w, text)
	}
}

func graph(code int, kind, name, message, presentable string, headers ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		problem(w, code, kind, name, message, presentable)
	}
}

var answers = []struct {
	name   string
	answer http.HandlerFunc
	unsure bool
	cause  string
}{
	{"wrong key", graph(401, "authentication error", "AUTHENTICATION_ERROR", "Authentication required", "You need to authenticate to access this operation."),
		false, "Linear does not accept the key: You need to authenticate to access this operation. (HTTP 401)"},
	{"wrong key, 400", graph(400, "authentication error", "AUTHENTICATION_ERROR", "bad key", ""),
		false, "Linear does not accept the key: bad key (HTTP 400)"},
	{"wrong key, HTML", status(401, "text/html", "<html>"), false, "Linear does not accept the key (HTTP 401)"},
	{"forbidden", graph(200, "forbidden", "FORBIDDEN", "x", "No access to this team."),
		false, "the key does not have the required permission: No access to this team."},
	{"forbidden, bare", status(403, "text/plain", "no"), false, "the key does not have the required permission (HTTP 403)"},
	{"no issue", graph(400, "invalid input", "INPUT_ERROR", "Entity not found: Issue", "Could not find referenced Issue."),
		false, `Linear has no issue "CIA-12" that the key can see: Could not find referenced Issue. (HTTP 400)`},
	{"invalid", graph(200, "invalid input", "INVALID_INPUT", "Argument Validation Error", "id must be a UUID."),
		false, "Linear refuses the comment: id must be a UUID."},
	{"schema", graph(400, "graphql error", "GRAPHQL_VALIDATION_FAILED", "Cannot query field \"put\"", ""),
		false, `Linear refuses the comment: Cannot query field "put" (HTTP 400)`},
	{"internal", graph(200, "internal error", "INTERNAL_SERVER_ERROR", "boom", ""), true, "Linear reports an error: boom"},
	{"500", status(500, "text/html", "<h1>no</h1>"), true, "Linear reports an error (HTTP 500)"},
	{"503 JSON", status(503, "application/json", `{}`), true, "Linear reports an error (HTTP 503)"},
	{"HTML", status(200, "text/html; charset=utf-8", "<html>log in</html>"), true, "Linear sent an answer that does not confirm the comment"},
	{"cut JSON", status(200, "application/json", `{"data":{"put"`), true, "Linear sent an answer that does not confirm the comment"},
	{"empty", status(200, "application/json", ""), true, "Linear sent an answer that does not confirm the comment"},
	{"empty data", status(200, "application/json", `{"data":{}}`), true, "Linear sent an answer that does not confirm the comment"},
	{"null", status(200, "application/json", `null`), true, "Linear sent an answer that does not confirm the comment"},
	{"no success", status(200, "application/json", `{"data":{"put":{"success":false,"comment":{"id":"`+id(1)+`"}}}}`), true, "Linear sent an answer that does not confirm the comment"},
	{"another comment", status(200, "application/json", `{"data":{"put":{"success":true,"comment":{"id":"`+id(2)+`"}}}}`), true, "Linear sent an answer that does not confirm the comment"},
	{"no success and errors", status(200, "application/json", `{"errors":[{"message":"but"}],"data":{"put":{"success":false,"comment":{"id":"`+id(1)+`"}}}}`), false, "Linear refuses the comment: but"},
	{"success and errors, 400", status(400, "application/json", `{"errors":[{"message":"but"}],"data":{"put":{"success":true,"comment":{"id":"`+id(1)+`"}}}}`), false, "Linear refuses the comment: but (HTTP 400)"},
	{"odd types", status(200, "application/json", `{"errors":[{"message":"odd","extensions":{"code":7}}]}`), false, "Linear refuses the comment: odd"},
	{"huge", status(200, "application/json", `{"x":"`+strings.Repeat("y", maxAnswer)+`"}`), true, "Linear sent an answer that does not confirm the comment"},
	{"redirect", status(302, "text/html", ""), false, "HOST redirects to another address, but mdck does not follow redirects (HTTP 302)"},
	{"redirect that keeps the method", status(308, "text/html", ""), false, "HOST redirects to another address, but mdck does not follow redirects (HTTP 308)"},
	{"cut off", lost, true, "the connection to HOST broke: curl: (18)"},
	{"no answer", hangUp, true, "the connection to HOST broke: curl: (52)"},
	{"control characters", graph(200, "user error", "x", "a\x1b[31m\r\nb\u202e\x00", ""), false, "Linear refuses the comment: a [31m b"},
	{"long", graph(200, "user error", "x", strings.Repeat("é", 5000), ""), false, "Linear refuses the comment: " + strings.Repeat("é", 150) + "…"},
	{"key in a message", graph(400, "user error", "x", "no "+testKey+" here", ""), false, "Linear refuses the comment: no [key] here (HTTP 400)"},
	{"key in the message for users", graph(400, "user error", "x", "", "Bearer "+testKey), false, "Linear refuses the comment: Bearer [key] (HTTP 400)"},
	{"half of the key", graph(400, "user error", "x", "begins "+testKey[:30]+"…, ends "+testKey[30:], ""), false, "Linear refuses the comment: begins [key]…, ends [key] (HTTP 400)"},
	{"another key", graph(400, "user error", "x", "lin_oauth_ffff is out", ""), false, "Linear refuses the comment: [key] is out (HTTP 400)"},
	{"key at the cut", graph(400, "user error", "x", strings.Repeat("x", shown-20)+" "+testKey, ""), false, "Linear refuses the comment: " + strings.Repeat("x", shown-20) + " [key] (HTTP 400)"},
	{"key as a type", status(200, "text/"+testKey, "x"), true, "Linear sent an answer that does not confirm the comment"},
	{"codes in small letters", graph(200, "x", "ratelimited", "slow down", ""), false, "Linear's rate limit is reached: slow down"},
	{"types in capitals", graph(200, "Authentication Error", "", "who", ""), false, "Linear does not accept the key: who"},
	{"key in place of HTTP", raw(testKey + "\r\n\r\n"), true,
		"the connection to HOST broke: curl: (1)"},
}

func raw(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := w.(http.Hijacker).Hijack()
		if err == nil {
			fmt.Fprint(conn, text)
			conn.Close()
		}
	}
}

func TestAnswers(t *testing.T) {
	for _, a := range answers {
		t.Run(a.name, func(t *testing.T) {
			f := newFake(t, fault{answer: a.answer})
			done := f.upsert(Comment{Issue: "CIA-12", Body: text})
			e := done.failure(t)
			if want := strings.ReplaceAll(a.cause, "HOST", hostOf(f.url)); upToStatus(e.Cause) != want {
				t.Errorf("cause is %q\n          want %q", e.Cause, want)
			}
			if e.Unsure != a.unsure {
				t.Errorf("unsure %v, want %v", e.Unsure, a.unsure)
			}
			if done.result != (Result{}) || !strings.HasPrefix(e.Error(), e.Cause+"; the comment ") {
				t.Errorf("got %+v and %q", done.result, e)
			}
			if f.settle(); len(f.comments) > 0 {
				t.Errorf("Linear has %q", f.comments)
			}
		})
	}
}

// upToStatus removes curl's message, which differs between versions.
func upToStatus(cause string) string {
	if before, after, found := strings.Cut(cause, "curl: ("); found {
		status, _, _ := strings.Cut(after, ")")
		return before + "curl: (" + status + ")"
	}
	return cause
}

func TestSuccessWithErrors(t *testing.T) {
	f := newFake(t, fault{after: true, answer: status(200, "application/json",
		`{"errors":[{"message":"no access to the issue","extensions":{"code":7},"path":["put","comment","issue"]}],"data":{"put":{"success":true,"comment":{"id":"`+id(1)+`","url":"https://linear.app/c/1","issue":null}}}}`)})
	done := f.upsert(Comment{Issue: "CIA-12", Body: text})
	if want := (Result{ID: id(1), URL: "https://linear.app/c/1", Created: true}); done.err != nil || done.result != want {
		t.Errorf("got %+v, want %+v", done, want)
	}
}

func TestResultsAreScrubbed(t *testing.T) {
	half := testKey[:30]
	for url, want := range map[string]string{
		"https://linear.app/c/1":                         "https://linear.app/c/1",
		"https://linear.app/c/1#comment-a%20b":           "https://linear.app/c/1#comment-a%20b",
		"https://linear.app/" + testKey:                  "",
		"https://linear.app/?k=" + half:                  "",
		"https://linear.app/?k=%6Cin_api_" + testKey[8:]: "",
		"https://linear.app/?k=%30" + testKey[9:20]:      "",
		"https://linear.app/?%zz%6Cin_api_" + half:       "",
		"https://linear.app/\x1b[2J":                     "",
		"javascript:alert(1)":                            "",
		"/c/1":                                           "",
		"":                                               "",
	} {
		body := marshal(t, map[string]any{"data": map[string]any{"put": map[string]any{
			"success": true, "comment": map[string]any{"id": id(1), "url": url},
		}}})
		f := newFake(t, fault{answer: status(200, "application/json", string(body))})
		done := f.upsert(Comment{Issue: "CIA-12", Body: text})
		if want := (Result{ID: id(1), URL: want, Created: true}); done.err != nil || done.result != want {
			t.Errorf("%q: got %+v, %v, want %+v", url, done.result, done.err, want)
		}
	}
	f := newFake(t, fault{answer: status(200, "application/json", `{"data":{"put":{"success":true,"comment":{"id":"`+testKey+`"}}}}`)})
	if done := f.upsert(Comment{Issue: "CIA-12", Body: text}); done.result != (Result{}) || done.err == nil {
		t.Errorf("the key for an id gives %+v", done)
	}
}

func marshal(t *testing.T, value any) []byte {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
