package dev.foliot.bench.jmh;

import dev.foliot.bench.BadOptionException;
import dev.foliot.text.Shown;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A benchmark method with the states that it needs, as JMH's annotations describe them.
 *
 * <p>Thread-safe after {@link #setUp}: each thread begins with states of its own.
 */
final class JmhBenchmark {
  static final String JMH = "org.openjdk.jmh.";
  private static final String ANNOTATIONS = JMH + "annotations.";
  static final String BLACKHOLE = JMH + "infra.Blackhole";

  /** What JMH's generated code passes: its constructor refuses any other text. */
  private static final String PASSWORD =
      "Today's password is swordfish. I understand instantiating Blackholes directly is dangerous.";

  private static final String THREAD = "Thread";
  private static final String BENCHMARK = "Benchmark";

  private final Class<?> type;
  private final Method method;
  private final Map<String, String> values;
  private final StateKey receiver;
  private final List<StateKey> arguments;

  /** Each state's scope; a state comes after those that it needs. */
  private final Map<StateKey, String> scopes = new LinkedHashMap<>();

  private final List<Fixture> fixtures = new ArrayList<>();
  private final JmhStates shared = new JmhStates(null);

  private JmhBenchmark(Class<?> type, Method method, Map<String, String> values) {
    this.type = type;
    this.method = method;
    this.values = values;
    this.receiver = new StateKey(type, 0);
    addState(receiver, scope(type).orElse(THREAD), new LinkedHashSet<>());
    this.arguments = arguments(method, new LinkedHashSet<>());
  }

  /**
   * Finds a benchmark.
   *
   * @param type the name of its class
   * @param method the name of the method with {@code @Benchmark}
   * @param values of its parameters, by the name of the field
   * @throws BadOptionException if it needs what only JMH has
   */
  static JmhBenchmark of(String type, String method, Map<String, String> values)
      throws ClassNotFoundException {
    Class<?> found = classOf(type);
    Method benchmark =
        Arrays.stream(found.getMethods())
            .filter(one -> one.getName().equals(method))
            .filter(one -> annotation(one, BENCHMARK).isPresent())
            .findFirst()
            .orElseThrow(() ->
                new BadOptionException(
                    "%s has no public method %s with @Benchmark: build the jar anew"
                        .formatted(Shown.text(type), Shown.text(method))));
    return new JmhBenchmark(found, benchmark, values);
  }

  /** The class of a name as source code has it: JMH writes a nested class with a dot. */
  private static Class<?> classOf(String name) throws ClassNotFoundException {
    String binary = name;
    while (true) {
      try {
        return Class.forName(binary);
      } catch (ClassNotFoundException e) {
        int dot = binary.lastIndexOf('.');
        if (dot < 0) {
          throw new ClassNotFoundException(name, e);
        }
        binary = binary.substring(0, dot) + "$" + binary.substring(dot + 1);
      }
    }
  }

  /** The states that a method takes, each known from now on. */
  private List<StateKey> arguments(Method taking, Set<StateKey> above) {
    List<StateKey> keys = new ArrayList<>();
    for (Class<?> wanted : taking.getParameterTypes()) {
      if (wanted.getName().equals(BLACKHOLE)) {
        keys.add(new StateKey(wanted, 0));
        continue;
      }
      String scope =
          scope(wanted)
              .orElseThrow(() ->
                  new BadOptionException(
                      "%s takes %s, which only JMH has"
                          .formatted(taking.getName(), Shown.text(wanted.getName()))));
      // of a state of threads, each argument of a method is another one
      int earlier =
          (int) keys.stream().filter(key -> key.type() == wanted && scope.equals(THREAD)).count();
      StateKey key = new StateKey(wanted, earlier);
      addState(key, scope, above);
      keys.add(key);
    }
    return keys;
  }

  private void addState(StateKey key, String scope, Set<StateKey> above) {
    if (scopes.containsKey(key)) {
      return;
    }
    if (!scope.equals(THREAD) && !scope.equals(BENCHMARK)) {
      throw new BadOptionException(
          "state %s has the scope %s, which only JMH has"
              .formatted(Shown.text(key.type().getName()), Shown.text(scope)));
    }
    if (!above.add(key)) {
      throw new BadOptionException("state " + Shown.text(key.type().getName()) + " needs itself");
    }
    List<Fixture> own = new ArrayList<>();
    for (Method one : methods(key.type())) {
      for (String kind : List.of(Fixture.SET_UP, Fixture.TEAR_DOWN)) {
        annotation(one, kind)
            .ifPresent(found ->
                own.add(
                    new Fixture(
                        key, one, kind, String.valueOf(value(found)), arguments(one, above))));
      }
    }
    above.remove(key);
    scopes.put(key, scope);
    fixtures.addAll(own);
  }

  /** Public methods, those of superclasses first; an overridden one once, at its first place. */
  private static List<Method> methods(Class<?> state) {
    Map<String, Method> methods = new LinkedHashMap<>();
    for (Class<?> level : hierarchy(state)) {
      Arrays.stream(level.getDeclaredMethods())
          .filter(one -> !one.isBridge() && !one.isSynthetic())
          .filter(one ->
              annotation(one, Fixture.SET_UP).isPresent()
                  || annotation(one, Fixture.TEAR_DOWN).isPresent())
          .sorted((a, b) -> a.getName().compareTo(b.getName()))
          .forEach(one -> {
            one.setAccessible(true);
            methods.putIfAbsent(one.getName() + Arrays.toString(one.getParameterTypes()), one);
          });
    }
    return List.copyOf(methods.values());
  }

  /** The class after its superclasses. */
  private static List<Class<?>> hierarchy(Class<?> of) {
    List<Class<?>> all = new ArrayList<>();
    for (Class<?> one = of; one != null && one != Object.class; one = one.getSuperclass()) {
      all.add(0, one);
    }
    return all;
  }

  private static Optional<String> scope(Class<?> state) {
    for (Class<?> one = state; one != null; one = one.getSuperclass()) {
      Optional<Annotation> found = annotation(one, "State");
      if (found.isPresent()) {
        return found.map(annotation -> String.valueOf(value(annotation)));
      }
    }
    return Optional.empty();
  }

  private static Optional<Annotation> annotation(AnnotatedElement element, String name) {
    return Arrays.stream(element.getAnnotations())
        .filter(one -> one.annotationType().getName().equals(ANNOTATIONS + name))
        .findFirst();
  }

  private static Object value(Annotation annotation) {
    try {
      return annotation.annotationType().getMethod("value").invoke(annotation);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("JMH's annotation has no value", e);
    }
  }

  /** Makes the shared states and sets them up. */
  void setUp() throws Exception {
    for (Map.Entry<StateKey, String> state : scopes.entrySet()) {
      if (!state.getValue().equals(THREAD)) {
        shared.add(state.getKey(), made(state.getKey()));
      }
    }
    shared.add(blackhole(), newBlackhole());
    shared.call(of(true, Fixture.SET_UP, Fixture.TRIAL));
    iterate(Fixture.SET_UP);
  }

  /** Begins or ends an iteration of the shared states. */
  void iterate(String kind) throws Exception {
    shared.call(of(true, kind, Fixture.ITERATION));
  }

  /** Tears the shared states down. */
  void tearDown() throws Exception {
    shared.call(of(true, Fixture.TEAR_DOWN, Fixture.TRIAL));
  }

  /**
   * Begins a thread: its own states are made and set up.
   *
   * @param number of the thread, from 1
   */
  JmhThread begin(int number) throws Exception {
    List<Fixture> sharedEachCall = new ArrayList<>(of(true, Fixture.SET_UP, Fixture.INVOCATION));
    sharedEachCall.addAll(of(true, Fixture.TEAR_DOWN, Fixture.INVOCATION));
    if (number > 1 && !sharedEachCall.isEmpty()) {
      throw new BadOptionException(
          "several threads would call %s of level Invocation of a shared state: give one producer"
              .formatted(sharedEachCall.get(0).method().getName()));
    }
    JmhStates own = new JmhStates(shared);
    for (Map.Entry<StateKey, String> state : scopes.entrySet()) {
      if (state.getValue().equals(THREAD)) {
        own.add(state.getKey(), made(state.getKey()));
      }
    }
    Object blackhole = newBlackhole();
    own.add(blackhole(), blackhole);
    List<Object> captured = new ArrayList<>(List.of(own.get(receiver)));
    captured.addAll(List.of(own.all(arguments)));
    return new JmhThread(own, CallLoop.of(type, method, captured, blackhole), new Fixtures());
  }

  /** The fixtures of a thread. */
  final class Fixtures {
    private Fixtures() {}

    /** Those of its own states. */
    List<Fixture> ofThread(String kind, String level) {
      return of(false, kind, level);
    }

    /** Those around a call, of its own and of shared states. */
    List<Fixture> ofCall(String kind) {
      return inOrder(
          fixtures.stream()
              .filter(one -> one.kind().equals(kind) && one.level().equals(Fixture.INVOCATION))
              .toList(),
          kind);
    }
  }

  private List<Fixture> of(boolean isShared, String kind, String level) {
    return inOrder(
        fixtures.stream()
            .filter(one -> one.kind().equals(kind) && one.level().equals(level))
            .filter(one -> isShared == !THREAD.equals(scopes.get(one.owner())))
            .toList(),
        kind);
  }

  /** What is set up last is torn down first. */
  private static List<Fixture> inOrder(List<Fixture> found, String kind) {
    List<Fixture> ordered = new ArrayList<>(found);
    if (kind.equals(Fixture.TEAR_DOWN)) {
      Collections.reverse(ordered);
    }
    return ordered;
  }

  /** A state of the class that JMH generated for it, padded, with its parameters set. */
  private Object made(StateKey key) throws Exception {
    try {
      Constructor<?> constructor = padded(key.type()).getDeclaredConstructor();
      constructor.setAccessible(true);
      Object state = constructor.newInstance();
      for (Class<?> level : hierarchy(key.type())) {
        for (Field field : level.getDeclaredFields()) {
          if (annotation(field, "Param").isPresent()) {
            JmhParam.set(state, field, values);
          }
        }
      }
      return state;
    } catch (InvocationTargetException e) {
      throw cause(e);
    }
  }

  /** The class that JMH generated for a state; the state's class where none is found. */
  private static Class<?> padded(Class<?> state) {
    String inPackage = state.getName().substring(state.getPackageName().length());
    String name =
        state.getPackageName()
            + ".jmh_generated."
            + inPackage.replace(".", "").replace('$', '_')
            + "_jmhType";
    try {
      Class<?> generated = Class.forName(name, true, state.getClassLoader());
      return state.isAssignableFrom(generated) ? generated : state;
    } catch (ClassNotFoundException e) {
      return state;
    }
  }

  private StateKey blackhole() throws ClassNotFoundException {
    return new StateKey(Class.forName(BLACKHOLE, true, type.getClassLoader()), 0);
  }

  private Object newBlackhole() throws Exception {
    return blackhole().type().getConstructor(String.class).newInstance(PASSWORD);
  }

  /** What a method threw. */
  static Exception cause(InvocationTargetException e) {
    Throwable cause = e.getCause();
    if (cause instanceof Error error) {
      throw error;
    }
    return cause instanceof Exception exception ? exception : e;
  }
}
