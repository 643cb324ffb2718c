package lint

import (
	"math/rand/v2"
	"strings"
	"testing"
)

const random = "f3Kq9ZtR7wXc2LmVb8NyPs4HdJa6Eu0GoT1iWk5CrBx7QzYv3MnDh9AjSg2UeFp6Lt4"

// TestSecretForms checks the span of a key. Keys are built from parts, so that other scanners
// ignore this file.
func TestSecretForms(t *testing.T) {
	for _, form := range []struct{ prefix, rest string }{
		{"lin_api_", random[:40]}, {"lin_oauth_", random[:40]},
		{"sk-svcacct-", random[:20] + "-_" + random[20:40]}, {"sk-proj-", random[:40]},
		{"xapp-1-", "A0" + random[:9] + "-1234567890123-" + random[:40]}, {"xoxb-", "1234567890-" + random[:24]},
		{"sk_test_", random[:24]}, {"sk_live_", random[:24]}, {"rk_test_", random[:24]},
		{"whsec_", random[:32]},
		{"SG.", random[:22] + "." + random[:30] + "-_" + random[30:41]},
	} {
		key := form.prefix + form.rest
		for _, around := range [][2]string{{"", ""}, {"the key is ", "."}, {"KEY=\"", "\"\n"}, {"(", ")"}, {"see https://x.example.org?k=", "&a=b"}} {
			text := around[0] + key + around[1]
			found := Secrets(text)
			if len(found) != 1 || text[found[0].Span.Start:found[0].Span.End] != key || strings.Contains(found[0].Message, form.rest) {
				t.Errorf("%q gives %v", text, found)
			}
		}
		if found := Secrets("a " + form.prefix + form.rest[:15]); len(found) > 0 {
			t.Errorf("the beginning of %q gives %v", key, found)
		}
	}
}

func TestNoSecrets(t *testing.T) {
	for _, text := range []string{
		"keys of Linear begin with lin_api_ or lin_oauth_, those of Stripe with sk_test_ or sk_live_",
		"the webhook secret (whsec_…) stands in the vault, the SendGrid key (SG.…) too",
		"lin_oauth_token_of_the_integration_that_we_use_in_production",
		"func Test_sk_test_mode_of_the_payment_provider_in_the_sandbox()",
		"xapp-based-architecture-of-the-desktop-session-manager",
		"sk_test_keys_are_for_the_sandbox_of_the_payment_provider",
		"whsec_is_what_the_secret_of_a_webhook_begins_with_here",
		"SG.example.org.some.long.name.of.a.host.in.a.zone.that.goes.on.and.on.for.ever.more",
		"SG." + random[:21] + "." + random[:44],
		"com.example.SG.Internal.Package.Name.Of.A.Class.With.Many.Parts.And.Some.More.At.The.End",
		"sk_test_" + strings.Repeat("x", 30),
		"lin_oauth_" + strings.Repeat("EXAMPLE", 6),
		"sk-ant-" + "api03-" + strings.Repeat("x", 40),
		"sk_test_" + "placeholder1234567890",
		"sk_test_" + "fake1234567890abcdef",
		"sk_test_" + "dummy" + random[:24],
		"ghp_" + "1234567890abcdefghijklmnopqrstuvwxyz",
		"ghp_" + "abcdefghijklmnopqrstuvwxyz0123456789",
		"AKIA" + "1234567890ABCDEF",
		"whsec_" + "1234567890abcdef1234567890abcdef",
		drawn("https://user:{w140}@corp.net", rand.New(rand.NewPCG(13, 0))), // too long
	} {
		if found := Secrets(text); len(found) > 0 {
			t.Errorf("%q gives %v", text, found)
		}
	}
}

func TestLabelled(t *testing.T) {
	for _, key := range []string{
		"glpat-" + random[:20] + "-test", "glpat-" + random[:20] + "-EXAMPLE", "sk-ant-" + "api03-" + random[:34] + "-test", "xoxb-" + "1234567890-" + random[:24] + "-fake",
		"ghp_" + random[:16] + "fAkE" + random[16:32], "ghp_" + random[:20] + "TEST" + random[20:32], "sk_live_" + random[:12] + "test" + random[12:24],
		"AKIA" + "QX4MTEST7ZB2WNCJ", "hf_" + random[:8] + "Sample" + random[8:28],
	} {
		if found := Secrets("KEY=" + key); len(found) != 1 {
			t.Errorf("%q gives %v", key, found)
		}
	}
	for _, key := range []string{
		"sk-ant-" + "api03-" + "fake-key-for-the-documentation-of-this", "sk-ant-" + "api03-TEST" + random[:34], "ghp_" + "EXAMPLE" + random[:29],
		"ghp_" + "ThisIsAFakeTokenForTestingPurposes123", "AKIA" + "IOSFODNN7EXAMPLE", "glpat-" + "your-token-example-00",
	} {
		if found := Secrets("KEY=" + key); len(found) > 0 {
			t.Errorf("%q gives %v", key, found)
		}
	}
}

func TestPrivateKeys(t *testing.T) {
	const begin = "-----BEGIN " + "PRIVATE KEY-----"
	for rest, want := range map[string]int{
		"\nMIIEvQIBADANBg": 1, "\\nMIIEvQIBADANBg": 1, " MIIEvQIBADANBg": 1, "\r\n    b3BlbnNzaC1rZXktdjEAAAAA": 1, "\n7Qx4mN0bRtYpLw2kVzHsGd9c": 1, "\nProc-Type: 4,ENCRYPTED": 1,
		"\\n\"\n  \"MIIEvQIBADANBg": 1, "": 0, "\n": 0, " as they begin": 0, "\r\nMII...": 0, "\" src/lib/auth/keys/private.pem": 0, "` header\n": 0, "\nModifications": 0,
		"\\nMIIBVAIBADANBgkqQx\\n-----END": 0, "\nMIIBVAIBADANBgkqQx\n-----END": 0, "\\nMIIEvQIBADANBg...\\n-----END": 0, "\nMIIEvQIBADANBg…": 0, "\nMIIBVAIBADANBgkqhkiG9w0BAQEFAASCAT4wggE6AgEA\n-----END": 1,
		"\\n...\\n-----END": 0, "\n...\n": 0, "...": 0, "\\n…": 0, "\r\n<key>": 0, "\\nYOUR_KEY\\n": 0, "\n[base64]": 0, "\\nxxxx": 0,
	} {
		if found := Secrets("KEY=\"" + begin + rest); len(found) != want {
			t.Errorf("%q gives %v, want %d", rest, found, want)
		}
	}
}
