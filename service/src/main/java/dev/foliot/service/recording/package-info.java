/** Records from inside what stops the threads of a fork, where the user asks for its causes. */
@NullMarked
package dev.foliot.service.recording;

import org.jspecify.annotations.NullMarked;
