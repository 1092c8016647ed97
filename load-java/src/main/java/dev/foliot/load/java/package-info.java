/**
 * Load tests in Java: a plan of {@code foliot load} as code, played and judged in a test of any
 * framework.
 *
 * <pre>{@code
 * Plan plan = Plan.of("http://127.0.0.1:8080")
 *     .requests(Request.get("/orders?user=" + Values.csv("users.csv", "id")))
 *     .phases(
 *         Phase.rate("500/s", Duration.ofSeconds(5)).warmUp(),
 *         Phase.rate("500/s", Duration.ofSeconds(30)));
 *
 * LoadTest.run(plan).assertThat("p99<80ms, errors<0.1%");
 * }</pre>
 *
 * <p>A plan has the words, limits and checks of a plan in YAML, and {@link Plan#yaml} writes it as
 * one. The guide is {@code docs/guide/load-java.md}.
 *
 * @since 0.1.0
 */
@NullMarked
package dev.foliot.load.java;

import org.jspecify.annotations.NullMarked;
