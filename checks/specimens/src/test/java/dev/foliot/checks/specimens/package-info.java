@NullMarked
package dev.foliot.checks.specimens;

import org.jspecify.annotations.NullMarked;
