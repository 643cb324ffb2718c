package bootstrap_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"mdck/bootstrap"
	"mdck/internal/spelling"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/source"
)

var update = flag.Bool("update", false, "write the golden files anew")

func checkForms(t testing.TB, s *bootstrap.Sequence) {
	t.Helper()
	text := s.Text(asIs)
	if hidden(strings.ReplaceAll(text, "\n", "")) {
		t.Errorf("the text contains invisible characters: %q", text)
	}
	first := readJSON(t, s)
	if len(first.Steps) != len(s.Steps) || len(first.Claims) != len(s.Verdicts) || first.Complete != s.Complete() {
		t.Errorf("the JSON has %d steps and %d claims, complete is %v; want %d, %d and %v",
			len(first.Steps), len(first.Claims), first.Complete, len(s.Steps), len(s.Verdicts), s.Complete())
	}
	for _, name := range s.Missing() {
		if !strings.Contains(text, name+": MISSING\n") && !strings.Contains(text, name+": CANNOT BE READ\n") {
			t.Errorf("the text does not say that %s is missing:\n%s", name, text)
		}
	}
	checkTotal(t, text, &first)
	checkPack(t, s, bootstrap.DefaultPackBytes)
	checkPack(t, s, bootstrap.MinPackBytes)
}

func checkTotal(t testing.TB, text string, s *printed) {
	t.Helper()
	seen := map[string]bool{}
	total, tokens := s.Total, 0
	for _, step := range s.Steps {
		for _, f := range step.Files {
			if (f.Lines > 0 || f.Bytes > 0 || f.Exists != nil && *f.Exists && !f.Unreadable) && !seen[f.Path] {
				seen[f.Path] = true
				total.Lines, total.Bytes = total.Lines-f.Lines, total.Bytes-f.Bytes
				if f.Tokens != nil {
					tokens += *f.Tokens
				}
			}
		}
	}
	if total.Lines != 0 || total.Bytes != 0 || total.Files > len(seen) || (total.Tokens != nil) != (s.Counter != "") || total.Tokens != nil && *total.Tokens != tokens {
		t.Errorf("the sum is %+v of %d files, %d tokens", s.Total, len(seen), tokens)
	}
	line := "To read: " + spelling.Count(total.Files, "file") + ", "
	if strings.Contains(text, line) != (total.Files > 0) {
		t.Errorf("no line %q in\n%s", line, text)
	}
	if s.Counter != "" && total.Files > 0 && !strings.Contains(text, " ("+s.Counter+")\n") {
		t.Errorf("the counter %s is not named in\n%s", s.Counter, text)
	}
}

// printed is the documented JSON form, independent of the package's types.
type printed struct {
	Version                           int
	Protocol, ID, Checkpoint, Refused string
	Name                              string
	Notes                             []string
	Complete                          bool
	Counter                           string
	Total                             struct {
		Files, Lines, Bytes int
		Tokens              *int
	}
	Steps []struct {
		Step  int
		Title string
		Files []struct {
			Path, Note   string
			Exists       *bool
			Unreadable   bool
			Lines, Bytes int
			Tokens       *int
		}
		Facts  map[string]string
		Points []string
		Quotes []struct {
			Title, From string
			Texts       []string
		}
	}
	Claims []struct {
		Claim, Name, Status, Recorded, Actual, Reason, Path string
		Line, Column                                        int
	}
	Due []bootstrap.Due
}

func readJSON(t testing.TB, s *bootstrap.Sequence) printed {
	t.Helper()
	text, err := s.JSON(asIs)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := s.JSON(asIs); err != nil || !bytes.Equal(text, again) {
		t.Errorf("printed twice, the JSON differs (%v)", err)
	}
	for _, escaped := range []string{`\u003c`, `\u003e`, `\u0026`} {
		if bytes.Contains(text, []byte(escaped)) {
			t.Errorf("the JSON contains %s", escaped)
		}
	}
	var out printed
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&out); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return out
}

func TestLineEndings(t *testing.T) {
	plain := sequence(good("design"))
	for name, change := range map[string]func(string) string{
		"crlf":     func(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") },
		"bom":      func(text string) string { return "\ufeff" + text },
		"bom crlf": func(text string) string { return "\ufeff" + strings.ReplaceAll(text, "\n", "\r\n") },
	} {
		t.Run(name, func(t *testing.T) {
			texts := good("design")
			texts["checkpoint.md"] = change(texts["checkpoint.md"])
			s := sequence(texts)
			if got, want := s.Pack(bootstrap.DefaultPackBytes, asIs), plain.Pack(bootstrap.DefaultPackBytes, asIs); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
			checkForms(t, s)
		})
	}
}

func TestVerdicts(t *testing.T) {
	if tally := sequence(good("design")).Tally(); tally != "7 verified, 0 stale, 0 unverifiable" {
		t.Errorf("a good workspace has %s", tally)
	}
	if tally := sequence(with(good("design"), "rfc.md", "changed")).Tally(); tally != "6 verified, 0 stale, 1 pending, 0 unverifiable" {
		t.Errorf("rfc.md changed in design: %s", tally)
	}
	s := sequence(with(good("gate_a"), "rfc.md", "changed", "evidence.json", ""))
	if tally := s.Tally(); tally != "5 verified, 1 stale, 1 unverifiable" {
		t.Errorf("rfc.md changed and no evidence.json: %s", tally)
	}
	for _, form := range []string{s.Text(asIs), s.Pack(bootstrap.DefaultPackBytes, asIs)} {
		for _, want := range []string{"- stale: SHA-256 of rfc.md, recorded 2d711642, actual " + claim.Hash([]byte("changed"))[:8] + "\n", "- unverifiable: number of items in evidence.json, recorded 1, because evidence.json does not exist\n"} {
			if !strings.Contains(form, want) {
				t.Errorf("want %q in\n%s", want, form)
			}
		}
	}
	out := readJSON(t, s)
	hash := out.Claims[4]
	value := strings.Index(goodCheckpoint, "2d711642")
	at := source.NewFile("", goodCheckpoint).Position(value)
	if hash.Claim != "rfc-hash" || hash.Status != string(claim.Stale) || hash.Path != main || hash.Line != at.Line || hash.Column != at.Column {
		t.Errorf("the claim about rfc.md is %+v", hash)
	}
}

func TestAges(t *testing.T) {
	at := time.Date(2026, 11, 6, 15, 40, 9, 0, time.UTC)
	for _, c := range []struct {
		after time.Duration
		want  string
	}{
		{-time.Second, " (in the future)"},
		{0, " (0 min ago)"},
		{59*time.Minute + 59*time.Second, " (59 min ago)"},
		{time.Hour, " (1 h ago)"},
		{47 * time.Hour, " (47 h ago)"},
		{49 * time.Hour, " (2 days ago)"},
	} {
		s := ohrfc.Restart(bootstrap.Input{Tree: files(good("design")), Path: main, Now: at.Add(c.after)})
		if want := "updated_at 2026-11-06T15:40:09Z" + c.want + "\n"; !strings.Contains(s.Text(asIs), want) || !strings.Contains(s.Pack(bootstrap.DefaultPackBytes, asIs), want) {
			t.Errorf("after %s: want %q in\n%s", c.after, want, s.Text(asIs))
		}
	}
	for _, form := range []string{sequence(good("design")).Text(asIs), sequence(good("design")).Pack(bootstrap.DefaultPackBytes, asIs)} {
		if strings.Contains(form, "ago") {
			t.Errorf("without Now there is an age in\n%s", form)
		}
	}
	unread := with(good("design"), "state.json", `{"checkpoint_version": 1, "updated_at": "yesterday"}`)
	if s := ohrfc.Restart(bootstrap.Input{Tree: files(unread), Path: main, Now: at}); !strings.Contains(s.Text(asIs), "updated_at \"yesterday\"\n") {
		t.Errorf("a time that cannot be read is not printed as it is:\n%s", s.Text(asIs))
	}
}

func TestCounter(t *testing.T) {
	plain := sequence(good("design"))
	if text := plain.Text(asIs); plain.Counter != "" || strings.Contains(text, "token") {
		t.Errorf("without a counter there are tokens in\n%s", text)
	}
	for _, step := range readJSON(t, plain).Steps {
		for _, f := range step.Files {
			if f.Tokens != nil {
				t.Errorf("without a counter the JSON has tokens of %s", f.Path)
			}
		}
	}
	s := ohrfc.Restart(bootstrap.Input{Tree: files(good("design")), Path: main, Counter: words{}})
	if text := s.Text(asIs); !strings.Contains(text, dir+"rfc.md: 1 line, 1 byte, 1 token\n") || !strings.Contains(text, " tokens (words)\n") {
		t.Errorf("the text is\n%s", text)
	}
	if out := readJSON(t, s); out.Counter != "words" || *out.Steps[2].Files[0].Tokens != 1 {
		t.Errorf("the JSON is %+v", out)
	}
}

func TestShown(t *testing.T) {
	shown := func(path string) string { return "../up/" + path }
	s := sequence(good("design"))
	text, err := s.JSON(shown)
	if err != nil {
		t.Fatal(err)
	}
	for form, got := range map[string]string{"text": s.Text(shown), "json": string(text), "pack": s.Pack(bootstrap.DefaultPackBytes, shown)} {
		if n := strings.Count(got, ".ohrfc/"); n == 0 || n != strings.Count(got, "../up/.ohrfc/") {
			t.Errorf("%s: a path is not as shown in\n%s", form, got)
		}
	}
}

// TestElsewhere checks a checkpoint outside of .ohrfc.
func TestElsewhere(t *testing.T) {
	tree := fstest.MapFS{
		"checkpoint.md": {Data: []byte(goodCheckpoint)},
		"state.json":    {Data: []byte(good("design")["state.json"])},
	}
	s := ohrfc.Restart(bootstrap.Input{Tree: tree, Path: "checkpoint.md"})
	if pack := s.Pack(bootstrap.DefaultPackBytes, asIs); s.ID != "rfc-1" || !strings.Contains(pack, "\nPaths are relative to .\nStep 0: read state.json\nStep 1: read checkpoint.md\n") {
		t.Errorf("id %q, pack\n%s", s.ID, pack)
	}
	checkForms(t, s)
}

func TestDemo(t *testing.T) {
	const id = "rfc-20261104-offline-sync"
	s := ohrfc.Restart(bootstrap.Input{Tree: os.DirFS(filepath.Join("..", "testdata", "demo")), Path: ".ohrfc/" + id + "/checkpoint.md", Counter: words{}})
	text, err := s.JSON(asIs)
	if err != nil {
		t.Fatal(err)
	}
	goldens(t, map[string]string{
		"demo.txt":       s.Text(asIs),
		"demo.json":      string(text),
		"demo.pack":      s.Pack(bootstrap.DefaultPackBytes, asIs),
		"demo-1600.pack": s.Pack(1600, asIs),
	})
	checkForms(t, s)
}

func goldens(t *testing.T, texts map[string]string) {
	t.Helper()
	for name, got := range texts {
		golden := filepath.Join("testdata", name)
		if *update {
			if err := os.WriteFile(golden, []byte(got), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if got != strings.ReplaceAll(string(want), "\r\n", "\n") {
			t.Errorf("%s is not what is printed; run go test ./bootstrap -update and look at the difference. Printed:\n%s", golden, got)
		}
	}
}
