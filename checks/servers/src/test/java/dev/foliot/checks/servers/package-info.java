/** The adaptive pool under common servers: each test is an example to copy from. */
@NullMarked
package dev.foliot.checks.servers;

import org.jspecify.annotations.NullMarked;
