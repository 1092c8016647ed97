/** Which framework made a jar or a war, how it is started, and what switches its threads. */
@NullMarked
package dev.foliot.study.framework;

import org.jspecify.annotations.NullMarked;
