/** HTTP/1.1 and HTTP/2 over connections of one event loop. Not for users of Foliot. */
@NullMarked
package dev.foliot.load.http;

import org.jspecify.annotations.NullMarked;
