/**
 * An adaptive pool for the requests and the {@code @Async} methods of a Spring Boot application.
 *
 * @since 0.1.0
 */
@NullMarked
package dev.foliot.pool.spring.boot.starter;

import org.jspecify.annotations.NullMarked;
