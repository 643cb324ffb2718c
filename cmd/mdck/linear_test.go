package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"

	"github.com/rogpeppe/go-internal/testscript"

	"mdck/internal/linear/curltest"
)

// linearKey is the key for the fake server. mdck must never print it.
const linearKey = "lin_api_Zx93kTq0LmVb7Rw2Yd5Hc8Jf4Ng6Ps1U"

type linearServer struct {
	mu       sync.Mutex
	server   *httptest.Server
	names    map[string]string
	comments map[string]string
	order    []string
	deleted  map[string]bool // ids that must not be used again
	log      []string
	faults   []string
}

type linearValue struct{}

// linear starts or controls a server that replaces Linear:
//
//	linear                start the server, and set its address and a key for mdck
//	linear fault KIND...  set the answers to the next requests: 503, html, limited, redirect, echo, cut,
//	                      or an exit status of curl: "exit 7" ignores the request, "done 56" processes it first
//	linear delete         delete all comments, as a user would
//	linear dump FILE      write the requests so far, and the existing comments
func linear(ts *testscript.TestScript, neg bool, args []string) {
	s := ts.Value(linearValue{}).(*linearServer)
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case len(args) == 0:
		s.server = httptest.NewServer(s)
		ts.Defer(s.server.Close)
		ts.Setenv("MDCK_LINEAR_URL", s.server.URL)
		ts.Setenv("LINEAR_API_KEY", linearKey)
	case args[0] == "fault":
		s.faults = args[1:]
	case args[0] == "delete":
		for id := range s.comments {
			delete(s.comments, id)
			s.deleted[id] = true
		}
	case args[0] == "dump" && len(args) == 2:
		ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(s.dump()), 0o644))
	default:
		ts.Fatalf("usage: linear [fault KIND...|delete|dump FILE]")
	}
}

func (s *linearServer) dump() string {
	text := strings.Join(s.log, "\n") + "\n"
	for _, id := range s.order {
		if body, there := s.comments[id]; there {
			text += fmt.Sprintf("\n%s:\n%s", s.names[id], body)
		}
	}
	return text
}

func newLinearServer() *linearServer {
	return &linearServer{names: map[string]string{}, comments: map[string]string{}, deleted: map[string]bool{}}
}

func (s *linearServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	text, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	fault := ""
	if len(s.faults) > 0 {
		fault, s.faults = s.faults[0], s.faults[1:]
	}
	switch fault {
	case "", "none":
		s.handle(w, r, text)
	case "503":
		s.fails(w, "503", http.StatusServiceUnavailable, "application/json", `{"errors":[{"message":"try later"}]}`)
	case "html":
		s.fails(w, "html", http.StatusBadGateway, "text/html", "<html><body>Bad gateway for "+linearKey+"</body></html>")
	case "limited":
		w.Header().Set("X-RateLimit-Requests-Reset", "1") // an invalid time
		s.fails(w, "limited", http.StatusBadRequest, "application/json", `{"errors":[{"message":"Rate limit exceeded","extensions":{"type":"ratelimited","code":"RATELIMITED"}}]}`)
	case "redirect":
		w.Header().Set("Location", "http://127.0.0.1:1/?key="+linearKey)
		s.fails(w, "redirect", http.StatusTemporaryRedirect, "text/plain", "")
	case "echo":
		s.fails(w, "echo", http.StatusUnauthorized, "application/json", `{"errors":[{"message":"no such key: `+r.Header.Get("Authorization")+`","extensions":{"type":"authentication error"}}]}`)
	case "cut": // the answer is lost
		s.handle(httptest.NewRecorder(), r, text)
		panic(http.ErrAbortHandler)
	default:
		what, status, _ := strings.Cut(fault, " ")
		if what == "done" {
			s.handle(httptest.NewRecorder(), r, text)
		}
		w.Header().Set(curltest.ExitHeader, status)
	}
}

func (s *linearServer) fails(w http.ResponseWriter, name string, status int, kind, text string) {
	s.log = append(s.log, "fault "+name)
	w.Header().Set("Content-Type", kind)
	w.WriteHeader(status)
	io.WriteString(w, text)
}

func (s *linearServer) handle(w http.ResponseWriter, r *http.Request, text []byte) {
	var request struct {
		Query     string
		Variables struct {
			ID    string
			Input struct{ ID, IssueID, Body string }
		}
	}
	if err := json.Unmarshal(text, &request); err != nil || r.Header.Get("Authorization") != linearKey {
		s.fails(w, "request", http.StatusBadRequest, "text/plain", "bad request")
		return
	}
	v := request.Variables
	if strings.Contains(request.Query, "commentCreate") {
		s.create(w, v.Input.ID, v.Input.IssueID, v.Input.Body)
	} else {
		s.update(w, v.ID, v.Input.Body)
	}
}

func (s *linearServer) create(w http.ResponseWriter, id, issue, body string) {
	s.log = append(s.log, "create "+s.name(id)+" on "+issue)
	if _, there := s.comments[id]; there || s.deleted[id] {
		io.WriteString(w, `{"errors":[{"message":"conflict on insert of Comment","extensions":{"type":"invalid input"}}]}`)
		return
	}
	s.comments[id], s.order = body, append(s.order, id)
	s.written(w, id, issue)
}

func (s *linearServer) update(w http.ResponseWriter, id, body string) {
	s.log = append(s.log, "update "+s.name(id))
	if _, there := s.comments[id]; !there {
		w.WriteHeader(http.StatusBadRequest)
		io.WriteString(w, `{"errors":[{"message":"Entity not found: Comment","extensions":{"type":"invalid input"}}]}`)
		return
	}
	s.comments[id] = body
	s.written(w, id, "CIA-12")
}

func (s *linearServer) written(w http.ResponseWriter, id, issue string) {
	fmt.Fprintf(w, `{"data":{"put":{"success":true,"comment":{"id":%q,"url":"https://linear.example/%s","issue":{"identifier":%q}}}}}`, id, s.name(id), issue)
}

func (s *linearServer) name(id string) string {
	if s.names[id] == "" {
		s.names[id] = fmt.Sprintf("c%d", len(s.names)+1)
	}
	return s.names[id]
}
