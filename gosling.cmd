@echo off
rem Runs Gosling on Windows: finds a JDK, builds the jar on first use, and sizes the JVM.
rem   gosling VERB ...         the verbs of node\target\gosling.jar
rem   gosling bench VERB ...   these, and those of experiments, of bench\lab\target\gosling-bench.jar
rem   GOSLING_JAVA  a JDK's folder or a java.exe; otherwise JAVA_HOME, PATH, the usual folders
rem   GOSLING_JAR   the jar to run instead
rem   GOSLING_JVM   more JVM options
setlocal EnableExtensions DisableDelayedExpansion
set "LEAST=25"
set "ROOT=%~dp0"
set "JAVA="

rem No value is expanded within parentheses: one in it, as in "Program Files (x86)", would end the block.
if not defined GOSLING_JAVA goto find
call :try "%GOSLING_JAVA%"
if not defined JAVA call :try "%GOSLING_JAVA%\bin\java.exe"
if defined JAVA goto found
echo gosling: GOSLING_JAVA is "%GOSLING_JAVA%"; expected a java or a JDK's folder of version %LEAST% or newer 1>&2
exit /b 1

:find
if not defined JAVA if defined JAVA_HOME call :try "%JAVA_HOME%\bin\java.exe"
if not defined JAVA for /f "delims=" %%j in ('where java 2^>nul') do if not defined JAVA call :try "%%j"
for /d %%d in ("%ProgramFiles%\Eclipse Adoptium\jdk-*" "%ProgramFiles%\Java\jdk-*" "%ProgramFiles%\Microsoft\jdk-*" "%ProgramFiles%\Zulu\zulu-*" "%USERPROFILE%\.jdks\*") do if not defined JAVA call :try "%%~d\bin\java.exe"
if defined JAVA goto found
echo gosling: no JDK %LEAST% or newer was found in JAVA_HOME, PATH or "%ProgramFiles%". 1>&2
echo gosling: Install one, for example: winget install EclipseAdoptium.Temurin.25.JDK 1>&2
exit /b 1

:found
set "MODULE=node"
set "FILE=gosling.jar"
if /i "%~1"=="bench" set "MODULE=bench\lab"
if /i "%~1"=="bench" set "FILE=gosling-bench.jar"
set "JAR=%GOSLING_JAR%"
if not defined JAR set "JAR=%ROOT%%MODULE%\target\%FILE%"
if not exist "%JAR%" if exist "%ROOT%%FILE%" set "JAR=%ROOT%%FILE%"
if exist "%JAR%" goto run
where mvn >nul 2>nul
if not errorlevel 1 goto build
echo gosling: "%JAR%" is not built yet, and Maven (mvn) is not in PATH: install Maven 3.8 or newer 1>&2
exit /b 1

:build
echo gosling: building "%JAR%" (once; a few minutes while Maven downloads) 1>&2
pushd "%ROOT%"
call mvn -B -ntp -q -Dmaven.test.skip=true -Dspotless.check.skip=true -pl %MODULE% -am package 1>&2
set "BUILT=%ERRORLEVEL%"
popd
if not "%BUILT%"=="0" exit /b %BUILT%

:run
set "SIZES="
if /i "%~1"=="serve" call :sizes %*
set "GOSLING_HOME=%ROOT:~0,-1%"
if /i "%~1"=="bench" goto bench
"%JAVA%" --sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED -XX:+ExitOnOutOfMemoryError -Dsun.net.inetaddr.ttl=5 %SIZES% %GOSLING_JVM% "-Dgosling.home=%GOSLING_HOME%" -jar "%JAR%" %*
exit /b %ERRORLEVEL%

rem The word bench is for this launcher. No quotes around the values: what follows the word may have its own.
:bench
set ALL=%*
set REST=%ALL:*bench=%
"%JAVA%" --sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED -XX:+ExitOnOutOfMemoryError -Dsun.net.inetaddr.ttl=5 %GOSLING_JVM% "-Dgosling.home=%GOSLING_HOME%" -jar "%JAR%" %REST%
exit /b %ERRORLEVEL%

rem Asks the jar for heap and direct memory; what it does not understand is left for serve to complain about.
:sizes
set "FLAGS="
shift /1
:more
if "%~1"=="" goto asked
set FLAGS=%FLAGS% %1
shift /1
goto more
:asked
for /f "delims=" %%o in ('call "%JAVA%" -XX:TieredStopAtLevel^=1 -jar "%JAR%" jvm-options %FLAGS% 2^>nul') do set "SIZES=%%o"
exit /b 0

rem Takes a java.exe of version LEAST or newer.
:try
if not exist "%~1" exit /b 1
set "VERSION="
set "MAJOR="
for /f "tokens=3" %%v in ('call "%~1" -version 2^>^&1 ^| findstr /i "version"') do if not defined VERSION set "VERSION=%%~v"
for /f "delims=.-+ " %%m in ("%VERSION%") do set "MAJOR=%%m"
if not defined MAJOR exit /b 1
if %MAJOR% GEQ %LEAST% set "JAVA=%~1"
exit /b 0
