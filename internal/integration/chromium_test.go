//go:build integration

package integration

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// browser is the name that Chromium has here.
func browser(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Fatal("chromium is missing")
	return ""
}

// dumped is the document that a page becomes in a browser.
func dumped(t *testing.T, url string, more ...string) string {
	t.Helper()
	args := append([]string{
		"--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
		"--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--user-data-dir=" + t.TempDir(),
	}, more...)
	out, talk, status := program(t, t.TempDir(), "", browser(t), append(args, "--dump-dom", url)...)
	if status != 0 {
		t.Fatalf("chromium: status %d\n%s", status, talk)
	}
	return out
}

// grown is a repository with so many states of the checkpoint, one of them in the work
// tree, by subjects that would be markup.
func grown(t *testing.T, states int) string {
	t.Helper()
	dir := workspaces(t, false)
	git := func(args ...string) {
		if _, talk, status := program(t, dir, "", "git", append([]string{"-c", "user.name=A", "-c", "user.email=a@example.org"}, args...)...); status != 0 {
			t.Fatalf("git %q: %s", args, talk)
		}
	}
	git("init", "--quiet")
	name := filepath.Join(dir, filepath.FromSlash(checkpoint))
	for i := range states {
		write(t, name, read(t, name)+fmt.Sprintf("\n## More <b>%d</b>\n\n- text\n", i))
		if i < states-1 {
			git("add", ".")
			git("commit", "--quiet", "--message", `</title><img src="/picture"><script src="/script"></script>`)
		}
	}
	return dir
}

// TestHistoryPage checks that a browser sees in the page as many points as there are
// states, no element that a subject or a heading has made, and asks for nothing else,
// not even where the page is served.
func TestHistoryPage(t *testing.T) {
	const states = 12
	dir := grown(t, states)
	page, talk, status := mdck(t, dir, "", "history", "--html")
	if status != 0 {
		t.Fatal(talk)
	}
	var mutex sync.Mutex
	var asked []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mutex.Lock()
		defer mutex.Unlock()
		asked = append(asked, r.URL.Path)
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, page)
	}))
	defer server.Close()
	for _, mode := range [][]string{nil, {"--force-dark-mode"}} {
		document := dumped(t, server.URL+"/page.html", mode...)
		for what, want := range map[string]int{
			"<svg ": 2, "<circle ": 2 * states, `class="budget"`: 2, "<script": 0, "<img": 0, "<b>": 0, "<polyline ": 2, "<tr>": states + 1,
		} {
			if got := strings.Count(document, what); got != want {
				t.Errorf("%d of %s, want %d", got, what, want)
			}
		}
	}
	mutex.Lock()
	defer mutex.Unlock()
	for _, path := range asked {
		if path != "/page.html" && path != "/favicon.ico" { // which the browser asks every server for
			t.Errorf("the page asks for %s", path)
		}
	}
}

// TestHistoryPageNumbers checks that the page as a browser shows it has the numbers that
// --json has.
func TestHistoryPageNumbers(t *testing.T) {
	dir := grown(t, 4)
	page, talk, status := mdck(t, dir, "", "history", "--html")
	if status != 0 {
		t.Fatal(talk)
	}
	file := filepath.Join(dir, "page.html")
	write(t, file, page)
	out, _, _ := mdck(t, dir, "", "history", "--json")
	var history struct {
		Revisions []struct{ Lines, Tokens int }
	}
	if err := json.Unmarshal([]byte(out), &history); err != nil || len(history.Revisions) != 4 {
		t.Fatalf("%d revisions: %v", len(history.Revisions), err)
	}
	document := dumped(t, "file://"+strings.ReplaceAll(filepath.ToSlash(file), " ", "%20"))
	for _, r := range history.Revisions {
		for _, n := range []int{r.Lines, r.Tokens} {
			if !strings.Contains(document, fmt.Sprintf("<bdi>%d</bdi></td>", n)) {
				t.Errorf("the page does not have %d", n)
			}
		}
	}
}
