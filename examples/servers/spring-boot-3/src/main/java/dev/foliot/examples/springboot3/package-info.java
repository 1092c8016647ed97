/** Spring Boot 3.5 on the adaptive pool. */
@NullMarked
package dev.foliot.examples.springboot3;

import org.jspecify.annotations.NullMarked;
