package dev.foliot.bench;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A parameter of a task: a field that is set before {@link BenchTask#setUp}, to a value that the
 * user names or to one of these.
 *
 * <pre>{@code
 * @BenchParam({"1", "64"})
 * private int size;
 * }</pre>
 *
 * <p>{@code foliot bench} measures each combination of values in forks of its own; {@code --param
 * size=1,64,1024} names other values. In a program {@link BenchRunner} sets one combination.
 *
 * <p>The field may be private or inherited, but not static or final. Its type is {@code String}, a
 * primitive type or its box, an enum, or {@link java.time.Duration}, which is written as in {@code
 * 5ms}. What the task's constructor put into the field is replaced.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface BenchParam {
  /** The values where the user names none. Without them, an enum takes all its constants. */
  String[] value() default {};
}
