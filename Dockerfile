# The worker's image. `docker build -t tributary .` needs nothing but this folder and Docker with BuildKit.
# docs/deploy.md says how to run it, and deploy/docker/try-image tries it.

# To build with: Maven and a JDK, 17 or later. To run on: Debian or another system with glibc and bash.
ARG BUILD_IMAGE=maven:3.9-eclipse-temurin-21
ARG BASE_IMAGE=debian:12-slim
# `compiled` builds the jar in here; `prebuilt` takes target/ as it is, and needs no Maven in BUILD_IMAGE.
ARG JAR=compiled

FROM ${BUILD_IMAGE} AS compiled
WORKDIR /src
COPY pom.xml ./
COPY src/main src/main
RUN --mount=type=cache,target=/root/.m2/repository \
    mvn -B -ntp -q -Dmaven.test.skip=true -DskipITs -Dspotless.check.skip package

FROM ${BUILD_IMAGE} AS prebuilt
WORKDIR /src
COPY target/lib target/lib
COPY target/tributary.jar target/

FROM ${JAR} AS jar
# Without times of their own, layers with the same jars are the same layer wherever they are built.
RUN find target/lib target/tributary.jar -exec touch -d @0 {} +

# A Java of the modules that the worker and its libraries name: a third of a whole one. KCL's use of beans needs
# java.desktop, TLS jdk.crypto.ec, and jdk.jcmd is for people (docker exec … jcmd 1 Thread.print).
FROM ${BUILD_IMAGE} AS java
RUN home=$(dirname "$(dirname "$(readlink -f "$(command -v javac)")")") \
    && jlink --no-header-files --no-man-pages --output /opt/java --add-modules \
       java.base,java.desktop,java.logging,java.management,java.naming,java.net.http,java.security.jgss,java.xml,jdk.crypto.ec,jdk.httpserver,jdk.jcmd,jdk.management,jdk.net,jdk.unsupported,jdk.zipfs \
    && cp -L "$home/lib/security/cacerts" /opt/java/lib/security/cacerts \
    && /opt/java/bin/java -Xshare:dump -Xlog:disable

FROM ${BASE_IMAGE}
# A number, so that platforms can see that it is not root.
ARG USER_ID=10001
# glibc would else keep an arena for each of some hundred threads.
ENV PATH=/opt/java/bin:$PATH LANG=C.UTF-8 MALLOC_ARENA_MAX=2
WORKDIR /opt/tributary
# What changes seldom comes first.
COPY --from=java /opt/java /opt/java
COPY --from=jar /src/target/lib lib
COPY deploy/docker/live bin/live
COPY mappings mappings
COPY config config
COPY --from=jar /src/target/tributary.jar ./
USER ${USER_ID}:${USER_ID}
EXPOSE 8080
# For Docker; ECS has its own (deploy/ecs). A failure restarts nothing by itself.
HEALTHCHECK --interval=30s --timeout=6s --start-period=90s CMD ["/opt/tributary/bin/live"]
# No shell between: SIGTERM reaches the JVM. Nothing is written: no hsperfdata, no core, crash reports to the log.
# The rest of the memory is for what is not heap: classes, code, threads, buffers of connections.
# More options: JDK_JAVA_OPTIONS.
ENTRYPOINT ["java", "-XX:MaxRAMPercentage=55", "-XX:+ExitOnOutOfMemoryError", "-XX:-UsePerfData", "-XX:-CreateCoredumpOnCrash", "-XX:+ErrorFileToStderr", "-Dtributary.home=/opt/tributary", "-jar", "/opt/tributary/tributary.jar"]
CMD ["run", "--config", "/opt/tributary/config/places.yml"]
