package dev.foliot.bench;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The options a task wants where the user names no others. Each is written as on the command line;
 * an empty text or zero leaves Foliot's own default.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface BenchDefaults {
  /** The rate of arrivals, as in {@code 40k/s}. */
  String rate() default "";

  /** The kind of arrivals, as in {@code poisson}. */
  String arrivals() default "";

  /** The length of the warm-up, as in {@code 5s}. */
  String warmup() default "";

  /** The length of the measurement, as in {@code 10s}. */
  String duration() default "";

  /** Who does the work, as in {@code threads:8}. */
  String dispatch() default "";

  /** How producers wait: {@code spin}, {@code park} or {@code auto}. */
  String waitMode() default "";

  /** The longest time for a message before the fork is given up, as in {@code 10s}. */
  String timeout() default "";

  /** The number of producers. Each fork reads it. */
  int producers() default 0;

  /** The number of forks. Only the command line reads it, not a plain {@code main}. */
  int forks() default 0;
}
