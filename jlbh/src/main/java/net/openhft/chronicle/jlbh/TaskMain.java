package net.openhft.chronicle.jlbh;

import java.lang.reflect.Constructor;

/** Measures a task that has no {@code main}, with the default options. */
final class TaskMain {
  private TaskMain() {}

  /**
   * Measures a task.
   *
   * @param args the name of its class, which has a constructor without arguments
   */
  public static void main(String[] args) throws ReflectiveOperationException {
    Class<?> type = Class.forName(args[0]);
    if (!JLBHTask.class.isAssignableFrom(type)) {
      throw new IllegalArgumentException(
          args[0] + " has no main(String[]) and is no JLBHTask: name a class that is one of both");
    }
    Constructor<?> constructor = type.getDeclaredConstructor();
    constructor.setAccessible(true);
    new JLBH(new JLBHOptions().jlbhTask((JLBHTask) constructor.newInstance())).start();
  }
}
