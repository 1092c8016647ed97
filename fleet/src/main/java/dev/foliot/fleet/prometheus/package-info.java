/** A fleet straight from a server with Prometheus' HTTP API. */
@NullMarked
package dev.foliot.fleet.prometheus;

import org.jspecify.annotations.NullMarked;
