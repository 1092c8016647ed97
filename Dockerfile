# Foliot in an image:
#
#   docker build -t foliot .
#   docker run --rm foliot doctor
#   docker run --rm -v "$PWD:/data" foliot bench com.example.MyTask --classpath target/classes
#
# Runs are stored in /data/.foliot. "--build-arg VARIANT=-without-fleet" leaves out DuckDB, which
# only "foliot fleet" needs. To diagnose a JVM outside of the container, add --pid=host and
# --cap-add=SYS_PTRACE.

FROM maven:3.9-eclipse-temurin-25 AS build
ARG VARIANT=
WORKDIR /foliot
COPY . .
# The AOT cache in the archive is of the JDK here. The next stage makes its own.
RUN mvn -B -ntp -Prelease -DskipTests -pl cli,samples -am package \
 && version=$(sed -n 's:^  <version>\(.*\)</version>$:\1:p' pom.xml) \
 && mkdir /opt/foliot \
 && tar xzf "cli/target/foliot-$version$VARIANT.tar.gz" -C /opt/foliot --strip-components=1 \
 && rm /opt/foliot/*.aot

# A JDK, not a JRE: the launcher asks for one, and measured JVMs are started with it.
FROM eclipse-temurin:25-jdk
LABEL org.opencontainers.image.source="https://github.com/OWNER/foliot" \
      org.opencontainers.image.version="0.1.0-SNAPSHOT" \
      org.opencontainers.image.licenses="Apache-2.0"
COPY --from=build /opt/foliot /opt/foliot
RUN /opt/foliot/foliot --version
WORKDIR /data
ENTRYPOINT ["/opt/foliot/foliot"]
CMD ["--help"]
