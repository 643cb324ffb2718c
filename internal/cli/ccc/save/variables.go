package save

// Environment variables with the Linear key and the address of a test server.
const (
	KeyVariable = "LINEAR_API_KEY"
	URLVariable = "MDCK_LINEAR_URL"
)
