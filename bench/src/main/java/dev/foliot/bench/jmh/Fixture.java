package dev.foliot.bench.jmh;

import java.lang.reflect.Method;
import java.util.List;

/**
 * A method that sets a state up or tears it down.
 *
 * @param owner the state
 * @param method of its class
 * @param kind {@link #SET_UP} or {@link #TEAR_DOWN}
 * @param level {@link #TRIAL}, {@link #ITERATION} or {@link #INVOCATION}
 * @param arguments the states that it takes, and the blackhole
 */
record Fixture(StateKey owner, Method method, String kind, String level, List<StateKey> arguments) {
  /** A kind, and the name of JMH's annotation. */
  static final String SET_UP = "Setup";

  static final String TEAR_DOWN = "TearDown";
  static final String TRIAL = "Trial";
  static final String ITERATION = "Iteration";
  static final String INVOCATION = "Invocation";

  Fixture {
    arguments = List.copyOf(arguments);
  }
}
