/** Tests, which run on Spring Boot 3.5 and on 4. */
@NullMarked
package dev.foliot.pool.spring.boot.starter;

import org.jspecify.annotations.NullMarked;
