package linear

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"
)

func TestKey(t *testing.T) {
	for key, want := range map[Key]string{
		testKey: testKey, testKey + "\n": testKey, "lin_oauth_123": "Bearer lin_oauth_123", "abc": "Bearer abc",
	} {
		if got := key.header(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	c := Client{Key: testKey}
	var log strings.Builder
	slog.New(slog.NewTextHandler(&log, nil)).Info("x", "client", c, "key", c.Key)
	slog.New(slog.NewJSONHandler(&log, nil)).Info("x", "client", map[string]any{"k": c.Key}, "key", c.Key)
	asJSON, err := json.Marshal(struct{ Key Key }{c.Key})
	if err != nil {
		t.Fatal(err)
	}
	for _, printed := range []string{
		log.String(), string(asJSON),
		fmt.Sprint(c, c.Key, &c), fmt.Sprintf("%v %+v %#v %s %q %x %d", c, c, c, c.Key, c.Key, c.Key, c.Key),
	} {
		if strings.Contains(printed, testKey[8:16]) || !strings.Contains(printed, hidden) {
			t.Errorf("printed as %q", printed)
		}
	}
}

func FuzzScrub(f *testing.F) {
	f.Add("no key here", testKey)
	f.Add("x"+testKey+testKey[3:], testKey)
	f.Add(testKey[:9]+"\n"+testKey[9:], testKey)
	f.Add(strings.Repeat(testKey, 100), testKey)
	f.Fuzz(func(t *testing.T, text, key string) {
		got := Key(key).scrub(text)
		if len(got) > shown+len("…") || strings.ContainsAny(got, "\n\r\t\x00\x1b") {
			t.Errorf("%q becomes %q", text, got)
		}
		key = strings.TrimSpace(key)
		for i := range max(len(key)-piece+1, 0) {
			if part := key[i : i+piece]; strings.Contains(strings.ReplaceAll(got, hidden, "\x00"), part) {
				t.Errorf("%q becomes %q, which contains %q", text, got, part)
			}
		}
	})
}
