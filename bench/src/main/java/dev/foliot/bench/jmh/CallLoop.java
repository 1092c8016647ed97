package dev.foliot.bench.jmh;

import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Calls a benchmark method many times, and has JMH's blackhole consume what it returns.
 *
 * <p>The method and the blackhole are called through classes that the JVM makes for a lambda, with
 * the receiver and the arguments in their fields. So the JIT compiler sees both calls as JMH's
 * generated loop has them, and inlines them. The loop reads a volatile field in each turn, as JMH's
 * loops do: without that a compiler may hoist a computation out of the loop.
 */
abstract class CallLoop {
  /** Never set: only its read counts. */
  private volatile boolean stopped;

  /** Calls that many times. */
  abstract void run(int times) throws Exception;

  final boolean goesOn() {
    return !stopped;
  }

  interface VoidCall {
    void call() throws Exception;
  }

  interface BooleanCall {
    boolean call() throws Exception;
  }

  interface ByteCall {
    byte call() throws Exception;
  }

  interface ShortCall {
    short call() throws Exception;
  }

  interface CharCall {
    char call() throws Exception;
  }

  interface IntCall {
    int call() throws Exception;
  }

  interface LongCall {
    long call() throws Exception;
  }

  interface FloatCall {
    float call() throws Exception;
  }

  interface DoubleCall {
    double call() throws Exception;
  }

  interface ObjectCall {
    Object call() throws Exception;
  }

  interface BooleanUse {
    void use(boolean value);
  }

  interface ByteUse {
    void use(byte value);
  }

  interface ShortUse {
    void use(short value);
  }

  interface CharUse {
    void use(char value);
  }

  interface IntUse {
    void use(int value);
  }

  interface LongUse {
    void use(long value);
  }

  interface FloatUse {
    void use(float value);
  }

  interface DoubleUse {
    void use(double value);
  }

  interface ObjectUse {
    void use(Object value);
  }

  private static final Map<Class<?>, Class<?>> CALLS =
      Map.of(
          void.class, VoidCall.class,
          boolean.class, BooleanCall.class,
          byte.class, ByteCall.class,
          short.class, ShortCall.class,
          char.class, CharCall.class,
          int.class, IntCall.class,
          long.class, LongCall.class,
          float.class, FloatCall.class,
          double.class, DoubleCall.class,
          Object.class, ObjectCall.class);

  private static final Map<Class<?>, Class<?>> USES =
      Map.of(
          boolean.class, BooleanUse.class,
          byte.class, ByteUse.class,
          short.class, ShortUse.class,
          char.class, CharUse.class,
          int.class, IntUse.class,
          long.class, LongUse.class,
          float.class, FloatUse.class,
          double.class, DoubleUse.class,
          Object.class, ObjectUse.class);

  /**
   * The loop of a method.
   *
   * @param type the benchmark's class, which may inherit the method
   * @param captured the receiver and the arguments
   * @param blackhole JMH's
   */
  static CallLoop of(Class<?> type, Method method, List<Object> captured, Object blackhole)
      throws ReflectiveOperationException {
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    Class<?> returned = method.getReturnType();
    Class<?> result = returned.isPrimitive() ? returned : Object.class;
    boolean isStatic = Modifier.isStatic(method.getModifiers());
    MethodType signature = MethodType.methodType(returned, method.getParameterTypes());
    MethodHandle target =
        isStatic
            ? lookup.findStatic(type, method.getName(), signature)
            : lookup.findVirtual(type, method.getName(), signature);
    Object call =
        lambda(
            lookup,
            Objects.requireNonNull(CALLS.get(result)),
            "call",
            target,
            MethodType.methodType(result),
            isStatic ? captured.subList(1, captured.size()) : captured);
    if (result == void.class) {
      return loop((VoidCall) call);
    }
    MethodType consume = MethodType.methodType(void.class, result);
    Object use =
        lambda(
            lookup,
            Objects.requireNonNull(USES.get(result)),
            "use",
            lookup.findVirtual(blackhole.getClass(), "consume", consume),
            consume,
            List.of(blackhole));
    return loop(call, use);
  }

  private static Object lambda(
      MethodHandles.Lookup lookup,
      Class<?> face,
      String name,
      MethodHandle target,
      MethodType signature,
      List<Object> captured)
      throws ReflectiveOperationException {
    int count = captured.size();
    MethodType factory =
        target
            .type()
            .dropParameterTypes(count, target.type().parameterCount())
            .changeReturnType(face);
    try {
      return LambdaMetafactory.metafactory(lookup, name, factory, signature, target, signature)
          .getTarget()
          .invokeWithArguments(captured);
    } catch (Error e) {
      throw e;
    } catch (Throwable e) {
      throw new ReflectiveOperationException("the method cannot be called: " + e.getMessage(), e);
    }
  }

  private static CallLoop loop(VoidCall call) {
    return new CallLoop() {
      @Override
      void run(int times) throws Exception {
        for (int i = 0; i < times && goesOn(); i++) {
          call.call();
        }
      }
    };
  }

  private static CallLoop loop(Object of, Object blackhole) {
    if (of instanceof BooleanCall call && blackhole instanceof BooleanUse use) {
      return new CallLoop() {
        @Override
        void run(int times) throws Exception {
          for (int i = 0; i < times && goesOn(); i++) {
            use.use(call.call());
          }
        }
      };
    }
    if (of instanceof ByteCall call && blackhole instanceof ByteUse use) {
      return new CallLoop() {
        @Override
        void run(int times) throws Exception {
          for (int i = 0; i < times && goesOn(); i++) {
            use.use(call.call());
          }
        }
      };
    }
    if (of instanceof ShortCall call && blackhole instanceof ShortUse use) {
      return new CallLoop() {
        @Override
        void run(int times) throws Exception {
          for (int i = 0; i < times && goesOn(); i++) {
            use.use(call.call());
          }
        }
      };
    }
    if (of instanceof CharCall call && blackhole instanceof CharUse use) {
      return new CallLoop() {
        @Override
        void run(int times) throws Exception {
          for (int i = 0; i < times && goesOn(); i++) {
            use.use(call.call());
          }
        }
      };
    }
    if (of instanceof IntCall call && blackhole instanceof IntUse use) {
      return new CallLoop() {
        @Override
        void run(int times) throws Exception {
          for (int i = 0; i < times && goesOn(); i++) {
            use.use(call.call());
          }
        }
      };
    }
    if (of instanceof LongCall call && blackhole instanceof LongUse use) {
      return new CallLoop() {
        @Override
        void run(int times) throws Exception {
          for (int i = 0; i < times && goesOn(); i++) {
            use.use(call.call());
          }
        }
      };
    }
    if (of instanceof FloatCall call && blackhole instanceof FloatUse use) {
      return new CallLoop() {
        @Override
        void run(int times) throws Exception {
          for (int i = 0; i < times && goesOn(); i++) {
            use.use(call.call());
          }
        }
      };
    }
    if (of instanceof DoubleCall call && blackhole instanceof DoubleUse use) {
      return new CallLoop() {
        @Override
        void run(int times) throws Exception {
          for (int i = 0; i < times && goesOn(); i++) {
            use.use(call.call());
          }
        }
      };
    }
    if (of instanceof ObjectCall call && blackhole instanceof ObjectUse use) {
      return new CallLoop() {
        @Override
        void run(int times) throws Exception {
          for (int i = 0; i < times && goesOn(); i++) {
            use.use(call.call());
          }
        }
      };
    }
    throw new IllegalArgumentException(of.getClass().getName());
  }
}
