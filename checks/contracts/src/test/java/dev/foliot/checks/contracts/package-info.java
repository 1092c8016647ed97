/** What an executor promises, asked of several. */
@NullMarked
package dev.foliot.checks.contracts;

import org.jspecify.annotations.NullMarked;
