package dev.foliot.bench.jmh;

import dev.foliot.bench.BadOptionException;
import dev.foliot.text.Shown;
import java.lang.reflect.InvocationTargetException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The states of a benchmark, those of one thread or those that all share. Not thread-safe. */
final class JmhStates {
  private final Map<StateKey, Object> own = new HashMap<>();
  private final @Nullable JmhStates shared;

  JmhStates(@Nullable JmhStates shared) {
    this.shared = shared;
  }

  void add(StateKey key, Object state) {
    own.put(key, state);
  }

  Object get(StateKey key) {
    Object state = own.get(key);
    if (state != null) {
      return state;
    }
    if (shared == null) {
      throw new BadOptionException(
          "a shared state needs "
              + Shown.text(key.type().getName())
              + ", which each thread has for itself");
    }
    return shared.get(key);
  }

  Object[] all(List<StateKey> keys) {
    return keys.stream().map(this::get).toArray();
  }

  /** Calls fixtures in their order. */
  void call(List<Fixture> fixtures) throws Exception {
    for (Fixture fixture : fixtures) {
      try {
        fixture.method().invoke(get(fixture.owner()), all(fixture.arguments()));
      } catch (InvocationTargetException e) {
        throw JmhBenchmark.cause(e);
      }
    }
  }
}
