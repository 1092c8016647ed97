package dev.foliot.fleet.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.foliot.text.FoliotException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The archive without DuckDB: everything else is on the class path. */
final class MissingDuckDbTest {
  @Test
  void shouldRefuseInOneLineThatNamesTheRemedy() throws Exception {
    Class<?> reads = new WithoutDuckDb().loadClass(Reads.class.getName());
    assertThat(reads).isNotSameAs(Reads.class);
    Constructor<?> constructor = reads.getDeclaredConstructor();
    constructor.setAccessible(true);
    Runnable reader = (Runnable) constructor.newInstance();

    assertThatExceptionOfType(FoliotException.class)
        .isThrownBy(reader::run)
        .satisfies(e -> assertThat(e.whose()).isEqualTo(FoliotException.Cause.ENVIRONMENT))
        .withMessageContaining("lib/fleet");
  }

  /** What runs in the other class loader. */
  static final class Reads implements Runnable {
    @Override
    public void run() {
      FleetReader.read(Samples.request(Path.of("none.csv")));
    }
  }

  /** Loads this package anew, and nothing of DuckDB. */
  private static final class WithoutDuckDb extends ClassLoader {
    WithoutDuckDb() {
      super(MissingDuckDbTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (name.startsWith("org.duckdb.")) {
        throw new ClassNotFoundException(name);
      }
      if (!name.startsWith("dev.foliot.fleet.")) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        return loaded == null ? define(name) : loaded;
      }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      try (InputStream file = getResourceAsStream(name.replace('.', '/') + ".class")) {
        if (file == null) {
          throw new ClassNotFoundException(name);
        }
        byte[] bytes = file.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }
}
