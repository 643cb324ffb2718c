package app

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"mdck/internal/lock"
)

// SignalContext returns a context that ends when a signal asks the process to end.
func SignalContext() (context.Context, func()) {
	return signal.NotifyContext(context.Background(), lock.NotIgnored(os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)...)
}
