package lint

import (
	"slices"
	"strings"
)

// knownSamples are random parts of keys from documentation. Sources: Stripe's API reference, the
// guides of Google Maps, jwt.io, the documentation of PyJWT, of Azure's storage emulator, of
// Azure's Cosmos emulator and of AWS.
var knownSamples = []string{
	"4eC39HqLyjWDarjtT1zdp7dc",
	"BQokikJOvBiI2HlWgH4olfQ2",
	"SyDaGmWKa4JsXZ-HjGw7ISLn_3namBGewQe",
	"SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c",
	"4twFt5NiznN84AWoo1d7KO1T_yoc0Z6XOpOVswacPZg",
	"TJVA95OrM7E2cBab30RMHrHDcEfxjoYZgeFONFh7HgQ",
	"Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw",
	"C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw",
}

// Words and hosts of placeholders. Source of the hosts: RFC 2606 and RFC 6761.
var (
	sampleWords   = []string{"EXAMPLE", "PLACEHOLDER", "DUMMY", "FAKE", "TEST", "SAMPLE", "YOUR", "REDACTED"}
	passwordWords = []string{"PASS", "SWORD", "PWD", "SECRET", "CHANGEME", "TOKEN", "VAULT"}
	sampleHosts   = []string{"localhost", "127.0.0.", "example", ".test", ".invalid"}
)

func isSample(drawn string) bool {
	return slices.Contains(knownSamples, drawn) || strings.HasSuffix(drawn, "EXAMPLEKEY") || isPredictable(drawn) || namesSample(drawn, sampleWords)
}

func namesSample(drawn string, words []string) bool {
	const version, leastDrawn = 6, 12 // bytes
	upper := strings.ToUpper(drawn)
	for _, w := range words {
		i := strings.Index(upper, w)
		if i < 0 || !isOneCase(drawn[i+1:i+len(w)]) {
			continue
		}
		rest := drawn[:i] + drawn[i+len(w):]
		if i == 0 || i <= version && !isAlnum(drawn[i-1]) || len(rest) < leastDrawn || isPredictable(rest) {
			return true
		}
	}
	return false
}

func isOneCase(text string) bool {
	return text == strings.ToLower(text) || text == strings.ToUpper(text)
}

// isPassword reports whether a password is a secret. address begins with the host of the URL.
func isPassword(password, address string) bool {
	const least, leastMixed = 8, 6
	host := strings.ToLower(address[:count('n', address)])
	n := len(password) - 2*strings.Count(password, "%")
	hasDigit, hasLetter := strings.ContainsAny(password, "0123456789"), strings.ToLower(password) != strings.ToUpper(password)
	if n < leastMixed || n < least && !(hasDigit && hasLetter && strings.Contains(host, ".")) {
		return false
	}
	isPhrase := !hasDigit && strings.ContainsAny(password, "-._") && isOneCase(password)
	isLocal := slices.ContainsFunc(sampleHosts, func(part string) bool { return strings.Contains(host, part) })
	return !isPhrase && !isLocal && !isSample(password) && !namesSample(password, passwordWords)
}

// commonPairs has the letters that often follow a, b, …, z. These pairs are 88 % of those in the
// documentation of mdck and of Go 1.26.
var commonPairs = [...]string{
	"cdgilmnrstuy", "eouy", "acehkot", "aceios", "acdflmnprstvx", "aio", "eos", "aeior", "cdfglmnorst",
	"s", "eps", "adeilo", "adeimop", "acdefgiost", "cdfiklmnoprstuw", "aelor", "", "aeikorstuy",
	"aehikostu", "aehiorst", "lmnrst", "e", "ahir", "t", "", "",
}

func isPredictable(text string) bool {
	const most = 70 // percent
	counted, predicted := 0, 0
	for i := 1; i < len(text); i++ {
		a, b := text[i-1], text[i]
		beginsCapital := isLower(a) && isUpper(b) && (i+1 == len(text) || isLower(text[i+1]))
		if !isAlnum(a) || !isAlnum(b) || beginsCapital {
			continue
		}
		counted++
		isRow := isNext(a, b) || i > 1 && isNext(text[i-2], b)
		if a|0x20 == b|0x20 || isRow || isCommon(a, b) || strings.Contains(text[:i], text[i-1:i+1]) {
			predicted++
		}
	}
	return text != "" && 100*predicted >= most*counted
}

func isNext(a, b byte) bool { return isAlnum(a) && (b|0x20 == (a|0x20)+1 || a == '9' && b == '0') }

func isCommon(a, b byte) bool {
	a, b = a|0x20, b|0x20
	return isLower(a) && strings.IndexByte(commonPairs[a-'a'], b) >= 0
}
