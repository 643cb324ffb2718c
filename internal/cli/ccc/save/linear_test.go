package save

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"mdck/internal/linear/curltest"
)

const testKey = "lin_api_Zx93kTq0LmVb7Rw2Yd5Hc8Jf4Ng6Ps1U"

type fake struct {
	url string

	mu       sync.Mutex
	comments map[string]string // id -> text of the comment
	issues   map[string]string // id of the comment -> issue
	lost     bool              // the next request gets no answer
}

func newFake(t *testing.T) *fake {
	t.Helper()
	f := &fake{comments: map[string]string{}, issues: map[string]string{}}
	server := httptest.NewServer(f)
	t.Cleanup(server.Close)
	f.url = server.URL
	return f
}

func (f *fake) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var request struct {
		Query     string
		Variables struct {
			ID    string
			Input struct{ ID, IssueID, Body string }
		}
	}
	json.NewDecoder(r.Body).Decode(&request)
	v := request.Variables
	f.mu.Lock()
	defer f.mu.Unlock()
	id := v.ID + v.Input.ID // one is set
	_, there := f.comments[id]
	create := strings.Contains(request.Query, "commentCreate")
	switch {
	case create && there:
		fmt.Fprint(w, `{"errors":[{"message":"conflict on insert of Comment"}]}`)
		return
	case !create && !there:
		fmt.Fprint(w, `{"errors":[{"message":"Entity not found: Comment"}]}`)
		return
	case create:
		f.issues[id] = v.Input.IssueID
	}
	f.comments[id] = v.Input.Body
	if f.lost {
		f.lost = false
		w.Header().Set(curltest.ExitHeader, "28")
	}
	fmt.Fprintf(w, `{"data":{"put":{"success":true,"comment":{"id":%q,"url":"https://linear.example/c","issue":{"identifier":%q}}}}}`, id, f.issues[id])
}

func (f *fake) only(t *testing.T) string {
	t.Helper()
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.comments) != 1 {
		t.Fatalf("%d comments, want 1: %v", len(f.comments), f.comments)
	}
	for _, body := range f.comments {
		return body
	}
	return ""
}
