package linear

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/validator"
)

const testKey = "lin_api_0123456789abcdefghijklmnopqrstuvwxyzABCD"

func schema(t *testing.T) *ast.Schema {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "schema.graphql"))
	if err != nil {
		t.Fatal(err)
	}
	s, err := gqlparser.LoadSchema(&ast.Source{Name: "schema.graphql", Input: string(text)})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

type fake struct {
	t      *testing.T
	schema *ast.Schema
	url    string

	mu       sync.Mutex
	issues   []string
	comments map[string]string
	order    []string // ids, oldest first
	deleted  map[string]bool
	asked    []string // processed operations
	faults   []fault  // of the next requests
}

// A fault replaces an answer. If after is true, the request is processed first.
type fault struct {
	after  bool
	answer http.HandlerFunc
}

func newFake(t *testing.T, faults ...fault) *fake {
	t.Helper()
	f := &fake{t: t, schema: schema(t), issues: []string{"CIA-12"}, comments: map[string]string{}, deleted: map[string]bool{}, faults: faults}
	server := httptest.NewServer(f)
	t.Cleanup(server.Close)
	f.url = server.URL
	return f
}

func (f *fake) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	var next fault
	if len(f.faults) > 0 {
		next, f.faults = f.faults[0], f.faults[1:]
	}
	text, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	if next.answer == nil {
		f.handle(w, r, text)
		return
	}
	if next.after {
		f.handle(httptest.NewRecorder(), r, text)
	} else {
		f.asked = append(f.asked, "fault")
	}
	next.answer(w, r)
}

func (f *fake) handle(w http.ResponseWriter, r *http.Request, text []byte) {
	if got := r.Header.Get("Authorization"); got != testKey {
		problem(w, http.StatusUnauthorized, "authentication error", "AUTHENTICATION_ERROR", "Authentication required, not authenticated", "")
		return
	}
	var request struct {
		Query     string
		Variables map[string]any
	}
	if err := json.Unmarshal(text, &request); err != nil {
		f.t.Errorf("request %q: %v", text, err)
		return
	}
	doc, errs := gqlparser.LoadQueryWithRules(f.schema, request.Query, nil)
	if len(errs) > 0 {
		f.t.Errorf("%s: %v", request.Query, errs)
		return
	}
	if _, err := validator.VariableValues(f.schema, doc.Operations[0], request.Variables); err != nil {
		f.t.Errorf("%s with %v: %v", request.Query, request.Variables, err)
		return
	}
	name := doc.Operations[0].SelectionSet[0].(*ast.Field).Name
	f.asked = append(f.asked, name)
	input := request.Variables["input"].(map[string]any)
	if name == "commentCreate" {
		f.create(w, input["id"].(string), input["issueId"].(string), input["body"].(string))
	} else {
		f.update(w, request.Variables["id"].(string), input["body"].(string))
	}
}

func (f *fake) create(w http.ResponseWriter, id, issue, body string) {
	_, there := f.comments[id]
	switch {
	case strings.Join(f.issues, " ") != issue:
		problem(w, http.StatusBadRequest, "invalid input", "INPUT_ERROR", "Entity not found: Issue", "Could not find referenced Issue.")
	case there || f.deleted[id]:
		problem(w, http.StatusOK, "invalid input", "INPUT_ERROR", "conflict on insert of Comment", "Entity Comment with id "+id+" already exists.")
	default:
		f.comments[id], f.order = body, append(f.order, id)
		written(w, id)
	}
}

func (f *fake) update(w http.ResponseWriter, id, body string) {
	if _, there := f.comments[id]; !there {
		problem(w, http.StatusBadRequest, "invalid input", "INPUT_ERROR", "Entity not found: Comment", "Could not find referenced Comment.")
		return
	}
	f.comments[id] = body
	written(w, id)
}

func written(w http.ResponseWriter, id string) {
	fmt.Fprintf(w, `{"data":{"put":{"success":true,"comment":{"id":%q,"url":"https://linear.app/c/%s","issue":{"identifier":"CIA-12"}}}}}`, id, id)
}

func problem(w http.ResponseWriter, status int, kind, code, message, presentable string) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(map[string]any{"data": nil, "errors": []any{map[string]any{
		"message": message, "path": []string{"put"},
		"extensions": map[string]any{"type": kind, "code": code, "userError": true, "statusCode": status, "userPresentableMessage": presentable},
	}}})
}

func (f *fake) settle() {
	f.mu.Lock()
	defer f.mu.Unlock()
}

func (f *fake) remove(id string) {
	delete(f.comments, id)
	f.deleted[id] = true
}

func TestOperations(t *testing.T) {
	s := schema(t)
	for _, operation := range []string{create, update} {
		if _, errs := gqlparser.LoadQueryWithRules(s, operation, nil); len(errs) > 0 {
			t.Errorf("%s: %v", operation, errs)
		}
		for _, change := range [][2]string{{"success", "ok"}, {"Input!", "Inputs!"}, {"$input)", "$inputs)"}, {"comment {", "comments {"}} {
			wrong := strings.Replace(operation, change[0], change[1], 1)
			if _, errs := gqlparser.LoadQueryWithRules(s, wrong, nil); len(errs) == 0 {
				t.Errorf("%s passes", wrong)
			}
		}
	}
}
