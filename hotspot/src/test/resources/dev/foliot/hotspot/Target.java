package acme;

import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/** A program for examination. It prints the facts about itself. */
public class Target {
  public interface Left {}

  public interface Right extends Left {}

  public static class Base {}

  public static class Both extends Base implements Right, Runnable {
    @Override
    public void run() {}
  }

  public static class Other implements Right, Runnable {
    @Override
    public void run() {}
  }

  static class D2 extends Base {}

  static class D3 extends D2 {}

  static class D4 extends D3 {}

  static class D5 extends D4 {}

  static class D6 extends D5 {}

  static class D7 extends D6 {}

  static class D8 extends D7 {}

  static class D9 extends D8 {}

  public static class Twice {}

  public static class Hidden {}

  public static class Filler0000000 {}

  /** Defines classes itself instead of asking its parent. */
  static class Loader extends ClassLoader {
    Class<?> define(String name, byte[] bytes) {
      return defineClass(name, bytes, 0, bytes.length);
    }
  }

  static volatile int sink;

  static int inner(Object[] objects, int i) {
    Object o = objects[i];
    return o instanceof Runnable ? i : o.hashCode(); // INNER
  }

  static int outer(Object[] objects) {
    int sum = 0;
    for (int i = 0; i < objects.length; i++) {
      sum += inner(objects, i); // OUTER
    }
    return sum;
  }

  static int check(Object o) {
    int sum = 0;
    if (o instanceof Left) { // LEFT
      sum++;
    }
    Runnable runnable = (Runnable) o; // RUNNABLE
    runnable.run();
    return sum;
  }

  /** One check of each kind, among instructions of any length. */
  static int kinds(Object o, Object[] into, Class<?> type, int kind) {
    int sum = 0;
    switch (kind) {
      case 1:
        sum += 1000;
        break;
      case 2:
        sum += o instanceof Left ? 1 : 0;
        break;
      case 3:
        sum -= 1000;
        break;
      default:
        break;
    }
    switch (kind * 1000) {
      case 17:
      case 2000:
        into[0] = o;
        break;
      default:
        sum++;
    }
    switch (kind * 2000) {
      case 1:
      case 20:
      case 300:
      case 4000:
      case 50000:
      case 600000:
        sum += type.isInstance(o) && type.isAssignableFrom(o.getClass()) ? 1 : 0;
        break;
      default:
        sum++;
    }
    ((Runnable) o).run();
    return sum;
  }

  static int middle(Object o) {
    return check(o) + 1; // MIDDLE
  }

  static void sicken(Object[] objects) {
    while (true) {
      for (Object o : objects) {
        sink = middle(o);
      }
    }
  }

  public static void main(String[] arguments) throws Exception {
    List<Object> kept = new ArrayList<>();
    byte[] twice = bytes("Twice");
    switch (arguments[0]) {
      case "plain":
        for (int i = 0; i < 2; i++) {
          Class<?> defined = new Loader().define("acme.Target$Twice", twice);
          kept.add(defined);
          tell(defined, 1);
        }
        Class<?> hidden =
            MethodHandles.lookup().defineHiddenClass(bytes("Hidden"), true).lookupClass();
        kept.add(hidden);
        tell(hidden, 1);
        Runnable lambda = () -> sink++;
        kept.add(lambda);
        tell(lambda.getClass(), 1);
        tell(Object.class, 0);
        tell(String.class, 1);
        tell(Integer.class, 2);
        tell(Runnable.class, 1);
        tell(Target.class, 1);
        tell(Left.class, 1);
        tell(Right.class, 1);
        kept.add(new Both());
        for (int i = 0; i < 100; i++) {
          sink += kinds(new Both(), new Object[1], Runnable.class, 2);
        }
        tell(Both.class, 2);
        kept.add(new D9());
        tell(D9.class, 10 - 1);
        tell(Class.forName("java.sql.DriverManager"), 1);
        kept.add(new Left[1][1]);
        tellName(Left[][].class);
        tellName(int[].class);
        tellName(String[].class);
        heat(kept);
        break;
      case "places":
        Thread sleeper = new Thread(() -> sleep(Long.MAX_VALUE), "sleeper");
        sleeper.setDaemon(true);
        sleeper.start();
        kept.add(new Both());
        kept.add(new Left[1]);
        heat(kept);
        System.out.println("malloc\t" + Long.toHexString(malloc(1000)));
        Thread faulting = new Thread(() -> touch(), "faulting");
        faulting.setDaemon(true);
        faulting.start();
        break;
      case "many":
        byte[] filler = bytes("Filler0000000");
        Loader loader = new Loader();
        for (int i = 0; i < Integer.parseInt(arguments[1]); i++) {
          kept.add(define(loader, filler, i));
        }
        break;
      case "sick":
        Object[] mixed = new Object[100];
        for (int i = 0; i < mixed.length; i++) {
          mixed[i] = i % 2 == 0 ? new Both() : new Other();
        }
        for (int i = 0; i < 2; i++) {
          Thread sick = new Thread(() -> sicken(mixed));
          sick.setDaemon(true);
          sick.start();
        }
        tell(Both.class, 2);
        Thread.sleep(700);
        break;
      case "storm":
        Thread storm = new Thread(() -> storm(bytes("Filler0000000")));
        storm.setDaemon(true);
        storm.start();
        tell(Target.class, 1);
        break;
      default:
        throw new IllegalArgumentException(arguments[0]);
    }
    Thread.sleep(50);
    System.out.println("count\t" + ManagementFactory.getClassLoadingMXBean().getLoadedClassCount());
    System.out.println("ready");
    // It ends with its parent.
    while (System.in.read() >= 0) {
      Thread.onSpinWait();
    }
    System.out.println(kept.size());
  }

  /** Touches new memory, a few pages each millisecond. */
  static void touch() {
    while (true) {
      last = new byte[8_000];
      sleep(1);
    }
  }

  static volatile byte[] last;

  static void sleep(long ms) {
    try {
      Thread.sleep(ms);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  static long malloc(long bytes) throws ReflectiveOperationException {
    Class<?> type = Class.forName("sun.misc.Unsafe");
    java.lang.reflect.Field unsafe = type.getDeclaredField("theUnsafe");
    unsafe.setAccessible(true);
    return (long) type.getMethod("allocateMemory", long.class).invoke(unsafe.get(null), bytes);
  }

  /** Runs until both are compiled, with one inlined into the other. */
  static void heat(List<Object> kept) {
    Object[] objects = new Object[100];
    for (int i = 0; i < objects.length; i++) {
      objects[i] = i % 3 == 0 ? new Both() : i % 3 == 1 ? "text" : kept;
    }
    for (int i = 0; i < 30_000; i++) {
      sink += outer(objects);
    }
  }

  static void storm(byte[] filler) {
    for (int i = 0; ; i++) {
      Loader loader = new Loader();
      for (int k = 0; k < 50; k++) {
        define(loader, filler, k);
      }
      if (i % 10 == 0) {
        System.gc();
      }
    }
  }

  static Class<?> define(Loader loader, byte[] filler, int i) {
    byte[] own = filler.clone();
    byte[] digits = String.format("%07d", i).getBytes();
    // The constant pool has the name once, in plain text.
    for (int at = 0; at < own.length - 13; at++) {
      if (own[at] == 'F' && own[at + 1] == 'i' && own[at + 5] == 'r' && own[at + 6] == '0') {
        System.arraycopy(digits, 0, own, at + 6, digits.length);
      }
    }
    return loader.define("acme.Target$Filler" + new String(digits), own);
  }

  static byte[] bytes(String name) {
    try (InputStream in = Target.class.getResourceAsStream("Target$" + name + ".class")) {
      return in.readAllBytes();
    } catch (java.io.IOException e) {
      throw new IllegalStateException(e);
    }
  }

  static void tell(Class<?> c, int depth) {
    ClassLoader loader = c.getClassLoader();
    String named =
        loader == null
            ? "bootstrap"
            : loader == ClassLoader.getSystemClassLoader()
                ? "app"
                : loader == ClassLoader.getPlatformClassLoader()
                    ? "platform"
                    : loader.getClass().getName() + " @0x";
    System.out.println(
        "class\t"
            + c.getName()
            + "\t"
            + named
            + "\t"
            + c.isInterface()
            + "\t"
            + c.isHidden()
            + "\t"
            + depth);
  }

  static void tellName(Class<?> c) {
    System.out.println("array\t" + c.getName());
  }
}
