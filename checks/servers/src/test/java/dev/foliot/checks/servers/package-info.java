/** The self-tuning pool under servers that people use: each test is an example to copy from. */
@NullMarked
package dev.foliot.checks.servers;

import org.jspecify.annotations.NullMarked;
