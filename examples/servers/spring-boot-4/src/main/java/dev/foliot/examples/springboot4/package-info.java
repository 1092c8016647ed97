/** Spring Boot 4 on the adaptive pool. */
@NullMarked
package dev.foliot.examples.springboot4;

import org.jspecify.annotations.NullMarked;
